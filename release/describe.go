package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// about is what packages say of the program.
const about = "finds reused text in collections of documents, and says where it is"

// archive is the name of an archive, and its hash.
type archive struct {
	name string
	sum  [32]byte
}

// debian returns the name and the bytes of a Debian package of the files of an archive. The format is deb(5): an
// archive of ar with the version of the format, the description, and the files where they are installed. The home page
// is that of the module.
func debian(module, version, arch string, files map[string][]byte, at time.Time) (string, []byte, error) {
	installed := map[string][]byte{}
	for name, b := range files {
		switch base := path.Base(name); {
		case name == "diagonal":
			installed["usr/bin/diagonal"] = b
		case path.Dir(name) == "man":
			installed["usr/share/man/man1/"+base] = b
		case base == "diagonal.bash":
			installed["usr/share/bash-completion/completions/diagonal"] = b
		case base == "diagonal.zsh":
			installed["usr/share/zsh/vendor-completions/_diagonal"] = b
		case base == "diagonal.fish":
			installed["usr/share/fish/vendor_completions.d/diagonal.fish"] = b
		case name == "LICENSE":
			installed["usr/share/doc/diagonal/copyright"] = b
			installed["usr/share/doc/diagonal/LICENSE"] = b // README.md links it
		case base == "diagonal.powershell":
		default:
			installed["usr/share/doc/diagonal/"+name] = b
		}
	}
	var sums strings.Builder
	size := 0
	for _, name := range slices.Sorted(maps.Keys(installed)) {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(installed[name]), name)
		size += len(installed[name])
	}
	number := debianVersion(version)
	control := fmt.Sprintf("Package: diagonal\nVersion: %s\nArchitecture: %s\nMaintainer: diagonal <diagonal@%s>\n"+
		"Installed-Size: %d\nSection: text\nPriority: optional\nHomepage: https://%s\nDescription: %s\n"+
		" It is one static program, a family of Apache Beam pipelines.\n",
		number, arch, path.Dir(module), (size+1023)/1024, module, about)
	description, err := tarball("", map[string][]byte{"control": []byte(control), "md5sums": []byte(sums.String())}, at)
	if err != nil {
		return "", nil, err
	}
	data, err := tarball("", installed, at)
	if err != nil {
		return "", nil, err
	}
	b := bytes.NewBufferString("!<arch>\n")
	for _, member := range []struct {
		name string
		b    []byte
	}{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", description}, {"data.tar.gz", data}} {
		fmt.Fprintf(b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", member.name, at.Unix(), 0, 0, "100644", len(member.b))
		b.Write(member.b)
		if len(member.b)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return fmt.Sprintf("diagonal_%s_%s.deb", number, arch), b.Bytes(), nil
}

// debianVersion is a version as Debian compares them: it begins with a digit. A commit without a tag is before all
// versions.
func debianVersion(version string) string {
	number := strings.ReplaceAll(strings.TrimPrefix(version, "v"), "-", "+")
	if !regexp.MustCompile(`^\d+\.\d`).MatchString(number) {
		return "0~" + number
	}
	return number
}

// homebrew returns the formula for the archives, which have the names of their systems and processors. They would be
// published below releases/ of the home page.
func homebrew(module, version string, archives map[string]archive) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"class Diagonal < Formula\n  desc \"%s\"\n  homepage \"https://%s\"\n  version \"%s\"\n"+
			"  license \"Apache-2.0\"\n",
		strings.ToUpper(about[:1])+about[1:], module, strings.TrimPrefix(version, "v"))
	for _, system := range []struct{ block, goos string }{{"on_macos", "darwin"}, {"on_linux", "linux"}} {
		var on strings.Builder
		for _, processor := range []struct{ block, arch string }{{"on_arm", "arm64"}, {"on_intel", "amd64"}} {
			if a, ok := archives[system.goos+"/"+processor.arch]; ok {
				fmt.Fprintf(&on, "    %s do\n      url \"https://%s/releases/%s/%s\"\n      sha256 \"%x\"\n    end\n",
					processor.block, module, version, a.name, a.sum)
			}
		}
		if on.Len() > 0 {
			fmt.Fprintf(&b, "\n  %s do\n%s  end\n", system.block, on.String())
		}
	}
	b.WriteString(`
  def install
    bin.install "diagonal"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/diagonal.bash" => "diagonal"
    zsh_completion.install "completions/diagonal.zsh" => "_diagonal"
    fish_completion.install "completions/diagonal.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/diagonal --version")
  end
end
`)
	return b.String()
}
