#!/bin/sh
# Every check of the project, from a fresh checkout: installs what the checks
# need, then runs them all. Whatever cannot run fails.
#
#	sh cmd/check.sh
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
memory=
trap 'wait; rm -rf "$scratch" "$memory"' EXIT

step() { printf '\n== %s\n' "$1"; }
fail() {
	echo "$1"
	exit 1
}

# install PACKAGE …: Debian's packages.
install() {
	as_root=''
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	$as_root apt-get update -qq
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

step "what the checks need: a browser and fonts for it, Node.js and Java for what judges pages, systemd for what judges its service, strace, and a C compiler for the race detector"
command -v go || fail "Go is not installed: see https://go.dev/doc/install"
command -v chromium-headless-shell || install chromium-headless-shell
command -v node || install nodejs
command -v npm || install npm
command -v java || install default-jre-headless
command -v systemd-analyze || install systemd
command -v strace || install strace
fonts=/usr/share/fonts # one narrow, one wide, one for Korean: see handlers/fonts_test.go
[ -e $fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf ] || install fonts-roboto-unhinted
[ -e $fonts/truetype/dejavu/DejaVuSans.ttf ] || install fonts-dejavu-core
[ -e $fonts/opentype/noto/NotoSansCJK-Regular.ttc ] || install fonts-noto-cjk
printf '#include <stdlib.h>\nint main(void) { return 0; }\n' >"$scratch/try.c"
gcc -o "$scratch/try" "$scratch/try.c" 2>/dev/null || install gcc libc6-dev
chromium-headless-shell --version
node --version
java -version 2>&1 | head -n 1
strace --version | head -n 1
gcc --version | head -n 1

step "modules as they were recorded"
go mod download
go mod verify
go mod tidy -diff

step "what judges pages, as it was recorded"
(cd handlers/testdata/npm && npm ci --ignore-scripts --no-audit --no-fund)

step "templates are formatted, and generated files fresh"
cp go.mod go.sum "$scratch"
cp -r views "$scratch"
find "$scratch/views" -name '*_templ.go' -delete
go tool templ fmt "$scratch/views" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
go tool templ generate -path "$scratch/views" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
diff -r -q "$scratch/views" views || fail "templates or generated files are stale: run 'go tool templ fmt views' and 'go tool templ generate -path views'"

step "gofumpt"
find . -name '*.go' ! -name '*_templ.go' ! -path './.git/*' >"$scratch/files"
[ -s "$scratch/files" ] || fail "found no source"
xargs go tool gofumpt -l <"$scratch/files" >"$scratch/log"
[ ! -s "$scratch/log" ] || fail "not formatted: $(cat "$scratch/log")"

step "vet"
go vet ./...

step "staticcheck"
go tool staticcheck ./...

step "one main package"
mains=$(go list -f '{{if eq .Name "main"}}{{.ImportPath}}{{end}}' ./...)
[ "$(echo $mains)" = hexclub/cmd/hexclub ] || fail "main packages: $mains"

# What tests keep, and Go builds for them, lies in memory where there is room for it, since a disk
# makes them wait for each of tens of thousands of turns. That turns are on the disk before they are
# answered is told by the calls that the program makes, which are the same.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ "${room:-0}" -gt 8000000 ]; then
	memory=$(mktemp -d -p /dev/shm)
	printf '#!/bin/sh\n' >"$memory/try"
	chmod +x "$memory/try"
	if "$memory/try"; then export TMPDIR="$memory"; fi # programs may be run from it
fi

# The race detector makes tests take three to ten times as long. Of what takes long it watches the
# beginning: tests that have more to do under it (rulestest.Short) tell so, and then do all of it without.
#
# It leaves out SQLite and its C library, translated to Go, what draws and packs pictures and pages,
# what hashes passwords, and what tests read HTML with: these share no memory with us. (Our own code
# cannot be left out: its generic functions are linked as anybody compiled them.) Browsers, clocks and
# programs keep tests waiting, so more of them run at once than there are cores. All has been vetted.
set --
for path in modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory golang.org/x/image/... image/... compress/flate \
	golang.org/x/crypto/... golang.org/x/net/html/... github.com/andybalholm/cascadia github.com/PuerkitoBio/goquery; do
	set -- "$@" -gcflags="$path=-race=false -d=checkptr=0"
done
step "tests under the race detector"
export HEXCLUB_SHORTENED="$scratch/shortened"
go test -vet=off -race "$@" -short -shuffle=on -p 4 -parallel 6 -timeout 30m ./...

# Bots that think for long, and other ways to search, are no other code: benchmarks leave them out.
step "without it, all of the tests that were short with it; beside them benchmarks"
long=$(cut -f 2 "$HEXCLUB_SHORTENED" | sort -u | paste -sd '|')
[ -n "$long" ] || fail "no test was short"
go test -vet=off -short -run '^$' -bench . -skip 'BenchmarkLevels/.*/[56]|BenchmarkMethods/.*/[am]' -benchtime 1x ./... >"$scratch/beside" 2>&1 &
beside=$!
go test -vet=off -shuffle=on -p 4 -parallel 6 -timeout 30m -run "^($long)\$" $(cut -f 1 "$HEXCLUB_SHORTENED" | sort -u)
wait "$beside" || fail "$(cat "$scratch/beside")"

printf '\nall checks passed\n'
