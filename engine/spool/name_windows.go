package spool

import "golang.org/x/sys/windows"

// losesName: no file can be removed while it is open.
const losesName = false

// removedWhenClosed makes the system remove a file when it is closed, also by the end of the process.
const removedWhenClosed = windows.FILE_FLAG_DELETE_ON_CLOSE
