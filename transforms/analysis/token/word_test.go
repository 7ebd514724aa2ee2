package token

import "testing"

func TestNamed(t *testing.T) {
	for text, want := range map[string]bool{
		"Ann": true, "ann": false, "IBM": true, "12": true, "3rd": true, "Élan": true, "élan": false,
		"Иван": true, "иван": false, "１２": true, "国": false, "十": false, "カナ": false, "한국": false,
	} {
		tokens := Append(nil, []byte("x "+text))
		if got := Named([]byte("x "+text), tokens[1]); got != want {
			t.Errorf("Named(%s) = %v, want %v", text, got, want)
		}
	}
}
