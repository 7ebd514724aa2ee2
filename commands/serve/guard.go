package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// policy allows nothing but the files of the page.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard lets a request through to next if it comes to this host, from no other site, and with the token.
func (d *desk) guard(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer, the form has no origin
		h.Set("Cache-Control", "no-store")
		switch {
		case !d.isHost(r.Host):
			fail(w, http.StatusMisdirectedRequest, "this is not the address of the service")
		case r.Method == http.MethodGet && r.URL.Path == "/" && r.URL.Query().Has("token"):
			if !d.isToken(r.URL.Query().Get("token")) {
				fail(w, http.StatusUnauthorized, wantToken)
				return
			}
			// Then the token is not in the address, which is kept in the history of the browser.
			http.SetCookie(w, &http.Cookie{Name: cookieOf(r.Host), Value: d.token, Path: "/", HttpOnly: true,
				SameSite: http.SameSiteStrictMode})
			http.Redirect(w, r, "/", http.StatusSeeOther)
		case !d.knows(r):
			h.Set("WWW-Authenticate", "Bearer")
			fail(w, http.StatusUnauthorized, wantToken)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

const wantToken = "the token is missing or wrong: open the address that the program printed, or send the header Authorization: Bearer TOKEN"

// isHost reports whether a Host header is that of this service. A site that gives its own name the address
// of this machine sends its name.
func (d *desk) isHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	listen, _, _ := net.SplitHostPort(d.params.Listen)
	return net.ParseIP(name) != nil || strings.EqualFold(name, "localhost") ||
		listen != "" && strings.EqualFold(name, listen)
}

// knows reports whether a request has the token.
func (d *desk) knows(r *http.Request) bool {
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return d.isToken(given)
	}
	c, err := r.Cookie(cookieOf(r.Host))
	return err == nil && d.isToken(c.Value)
}

// isToken compares in a time that says nothing about the token, nor about its length.
func (d *desk) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(d.token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// cookieOf is the name of the cookie. Services on one host, at different ports, share its cookies.
func cookieOf(host string) string {
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		port = "80"
	}
	return "diagonal-" + port
}
