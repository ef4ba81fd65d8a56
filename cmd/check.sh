#!/bin/sh
# Every check of the project, from a fresh checkout: installs what the checks
# need, then runs them all. Whatever cannot run fails.
#
#	sh cmd/check.sh
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

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

step "what the checks need: a browser, Node.js and Java for what judges pages, systemd for what judges its service, strace, and a C compiler for the race detector"
command -v go || fail "Go is not installed: see https://go.dev/doc/install"
command -v chromium-headless-shell || install chromium-headless-shell
command -v node || install nodejs
command -v npm || install npm
command -v java || install default-jre-headless
command -v systemd-analyze || install systemd
command -v strace || install strace
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
mkdir "$scratch/views"
cp go.mod go.sum "$scratch"
cp views/*.templ "$scratch/views"
go tool templ fmt "$scratch/views" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
go tool templ generate -path "$scratch/views" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
for file in "$scratch"/views/*; do
	name=views/$(basename "$file")
	cmp "$file" "$name" || fail "$name is stale: run 'go tool templ fmt views' and 'go tool templ generate -path views'"
done
for file in views/*_templ.go; do
	[ -e "$scratch/$file" ] || fail "$file belongs to no template"
done

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

# The race detector makes tests take three to ten times as long, so it watches
# where something is done at once. It has nothing to see in rules and views, which
# have no goroutines, as a test of cmd/hexclub holds; that games and bots share
# nothing it sees where all are played together, and what pages share in the tests
# of handlers. Nor where one request follows another, as in those tests that are
# called ordered, which take long: the sockets between put requests in order. Of the
# races that run for long it watches the beginning.
#
# It leaves out SQLite and its C library, translated to Go, what draws and packs
# pictures and pages, and what tests read HTML with: these share no memory with
# us. (Our own code cannot be left out: its generic functions are linked as anybody
# compiled them.) Browsers keep tests waiting, so more of them run at once than there
# are cores. All has been vetted.
ordered='TestEveryPage.*|TestWholeGames|TestCoursesAreSolved|TestAccess|TestForgedFields|TestGarbage|TestFuzzRoutes'
ordered="$ordered|TestSandboxPlaysEveryGame|TestHomeIsSmall|TestPagesAreInOneLanguage|TestPlayWithoutJavaScript"
ordered="$ordered|TestCrossOrigin|TestHeadersOnEveryRoute|TestCookiesOfEveryRoute|TestCrawlingChangesNothing"
ordered="$ordered|TestTextsStayTexts|TestNobodyIsLedElsewhere|TestVisitorPlaysBot"
races='TestManyCommitsOfOneTurn|TestEndsAtOnce'
quiet=$(go list ./rules/... ./views/... | grep -v -e /rules/bot/match -e /views/i18n)
others=$(go list ./... | grep -vxF "$quiet")
step "tests under the race detector"
set --
for path in modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory golang.org/x/image/... image/... compress/flate \
	golang.org/x/net/html/... github.com/andybalholm/cascadia github.com/PuerkitoBio/goquery; do
	set -- "$@" -gcflags="$path=-race=false -d=checkptr=0"
done
go test -vet=off -race "$@" -shuffle=on -parallel 6 -timeout 30m -skip "^($ordered)\$" $others
go test -vet=off -race "$@" -run '^(TestPlayedTogether|TestChooseIsLegal)$' ./rules/games ./rules/bot

step "tests without it, with the longest games and races; the top level of bots solves its zoo"
go test -vet=off -shuffle=on -parallel 6 -timeout 30m -run "^($ordered)\$" $others
go test -vet=off -shuffle=on -run "^($races)\$" ./handlers -often
go test -vet=off -shuffle=on $(echo "$quiet" | grep -vx hexclub/rules/bot)
go test -vet=off -shuffle=on ./rules/bot -zoo

# Bots that think for long, and other ways to search, are no other code.
step "benchmarks run"
go test -vet=off -run '^$' -bench . -skip 'BenchmarkLevels/.*/[56]|BenchmarkMethods/.*/[am]' -benchtime 1x ./... >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"

printf '\nall checks passed\n'
