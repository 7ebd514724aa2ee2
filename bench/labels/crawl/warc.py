# Writes the pages of a folder as a web archive. The host of a page is the one that the page names (canonical, og:url,
# base, "saved from"), or HOST; a page that names none has no host, and its id is its path.
#
#	python3 warc.py FOLDER [HOST] > pages.warc
import pathlib, re, sys

named = re.compile(rb'<link[^>]+rel=["\']?canonical[^>]*>|<meta[^>]+og:url[^>]*>|<base[^>]+href[^>]*>|saved from url=\(\d+\)https?://[^\s>]+', re.I)
address = re.compile(rb'https?://([\w.-]+)', re.I)
folder = pathlib.Path(sys.argv[1])
for page in sorted(folder.rglob('*.htm*')):
    body = page.read_bytes()
    path = page.relative_to(folder).as_posix().replace(' ', '_')
    host = sys.argv[2:] or [m[1].decode() for tag in named.finditer(body) if (m := address.search(tag[0]))]
    uri = f'http://{host[0]}/{path}' if host else path
    head = b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'
    sys.stdout.buffer.write(f'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {len(head) + len(body)}\r\n\r\n'.encode() + head + body + b'\r\n\r\n')
