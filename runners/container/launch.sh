#!/bin/sh
# What the launcher of a flex template runs, with the parameters of the template as flags.
exec /opt/diagonal/diagonal partial --runner=dataflow "$@"
