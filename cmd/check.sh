#!/bin/sh
# Checks the project, from a fresh checkout. It installs what the checks need. A check that
# cannot run fails.
#
#	sh cmd/check.sh        all checks that a change has to pass
#	sh cmd/check.sh quick  the inner loop: generated files, format, vet, staticcheck, and the tests of
#	                       packages that differ from main, without browsers and the race detector
#	sh cmd/check.sh full   all checks, with every package under the race detector, and benchmarks
set -eu
cd "$(dirname "$0")/.."
mode=${1:-check}
case $mode in check | quick | full) ;; *)
	echo "usage: sh cmd/check.sh [quick | full]"
	exit 2
	;;
esac
scratch=$(mktemp -d)
memory=
trap 'wait; rm -rf "$scratch" "$memory"' EXIT

step() { printf '\n== %s\n' "$1"; }
fail() {
	echo "$1"
	exit 1
}

# install PACKAGE …: installs packages of Debian.
install() {
	as_root=''
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	$as_root apt-get update -qq
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

command -v go || fail "Go is not installed: see https://go.dev/doc/install"
# Compiling takes a third of the time, as Go compiles many packages again for each of eight test programs. Everything but the race
# detector compiles as the Dockerfile does, so that the program that tests run needs no packages of its own. Without
# inlining, the packages of pages and handlers compile in a quarter less, and they are fast enough.
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -trimpath"
inlining="-gcflags=hexclub/views/...=-l -gcflags=hexclub/handlers/...=-l -gcflags=hexclub/cmd/...=-l"
[ "$mode" = full ] || export GOFLAGS="$GOFLAGS $inlining" # benchmarks need it

if [ "$mode" != quick ]; then
	step "requirements: two browsers and their fonts, Node.js and Java for judges of pages, systemd for its service, strace, PostgreSQL, Caddy, and a C compiler for the race detector"
	command -v chromium-headless-shell || install chromium-headless-shell
	command -v firefox-esr || install firefox-esr
	command -v node || install nodejs
	command -v npm || install npm
	command -v java || install default-jre-headless
	command -v systemd-analyze || install systemd
	command -v strace || install strace
	ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null || install postgresql-15
	command -v caddy || install caddy
	fonts=/usr/share/fonts # one narrow, one wide, one for Korean: see handlers/fonts_test.go
	[ -e $fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf ] || install fonts-roboto-unhinted
	[ -e $fonts/truetype/dejavu/DejaVuSans.ttf ] || install fonts-dejavu-core
	[ -e $fonts/opentype/noto/NotoSansCJK-Regular.ttc ] || install fonts-noto-cjk
	printf '#include <stdlib.h>\nint main(void) { return 0; }\n' >"$scratch/try.c"
	gcc -o "$scratch/try" "$scratch/try.c" 2>/dev/null || install gcc libc6-dev
	chromium-headless-shell --version
	firefox-esr --version
	node --version
	java -version 2>&1 | head -n 1
	strace --version | head -n 1
	gcc --version | head -n 1

	step "modules are as recorded"
	go mod download
	go mod verify
	go mod tidy -diff

	step "judges of pages are as recorded"
	(cd handlers/testdata/npm && npm ci --ignore-scripts --no-audit --no-fund)
fi

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


# These collect garbage half as often as by default, which takes a fifth less time and up to 3 GB.
step "vet"
GOGC=200 go vet ./...

step "staticcheck"
GOGC=200 go tool staticcheck ./...

if [ "$mode" != quick ]; then
	step "functions that the program cannot reach"
	GOGC=200 go tool deadcode -generated -f='{{range .Funcs}}{{println (print $.Path "." .Name)}}{{end}}' ./cmd/hexclub | LC_ALL=C sort >"$scratch/unreachable"
	# Tests of several packages call these.
	diff - "$scratch/unreachable" <<-EOF || fail "remove these functions, or list them in cmd/check.sh"
		hexclub/db.RefKinds
		hexclub/db.WithRehearsal
		hexclub/db.WithTrace
		hexclub/db/store.WithRehearsal
		hexclub/db/store.WithTrace
		hexclub/rules/ladder.New
		hexclub/rules/record.Acts
		hexclub/views/ops.Checks
		hexclub/views/ops.Jobs
	EOF
fi

step "one main package"
mains=$(go list -f '{{if eq .Name "main"}}{{.ImportPath}}{{end}}' ./...)
[ "$(echo $mains)" = hexclub/cmd/hexclub ] || fail "main packages: $mains"

if [ "$mode" = quick ]; then
	step "tests of packages that differ from main"
	main=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main)
	{
		git diff --name-only "$main"
		git ls-files --others --exclude-standard
	} | while read -r file; do # the package is in the nearest folder with Go files
		folder=$(dirname "$file")
		while [ "$folder" != . ] && ! ls "$folder"/*.go >/dev/null 2>&1; do folder=$(dirname "$folder"); done
		[ "$folder" = . ] || echo "./$folder"
	done | sort -u >"$scratch/packages"
	if [ -s "$scratch/packages" ]; then
		HEXCLUB_NO_BROWSER=1 xargs go test -vet=off -short -shuffle=on <"$scratch/packages"
	else
		echo "no package differs from main: nothing to test"
	fi
	printf '\nquick checks passed\n'
	exit
fi

# Tests keep their files, and Go its builds for them, in memory if there is room: on a disk they wait
# for each of tens of thousands of turns. That turns are durable before they are answered is tested by
# the system calls of the program, which are the same.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ "${room:-0}" -gt 8000000 ]; then
	memory=$(mktemp -d -p /dev/shm)
	chmod 711 "$memory" # PostgreSQL runs as a user of its own
	printf '#!/bin/sh\n' >"$memory/try"
	chmod +x "$memory/try"
	if "$memory/try"; then export TMPDIR="$memory"; fi # programs may be run from it
fi

# At the same time run tests of transactions on PostgreSQL: every second one in the order of the files, so that each file has some. A
# few tests of the site use it in any case. In full mode all tests that need no browser run on it. Those that are left out are about
# files, or start a server in any case. TestStatementsDoNotGrow and TestUpgrade use files there, too.
step "tests, on SQLite and on PostgreSQL"
[ "$mode" = check ] || export HEXCLUB_FULL=1 # tests that sample a product do all of it
on_both=$(grep -lE 'openServer|pgtest\.(Start|Empty)|templates\.Database' db/*_test.go | grep -v '^db/db_test' |
	xargs sed -n 's/^func \(Test[A-Za-z0-9]*\).*/\1/p' | paste -s -d '|')
[ -n "$on_both" ] || fail "found no test that starts a server"
(
	export HEXCLUB_NO_BROWSER=1 HEXCLUB_ENGINE=postgres
	if [ "$mode" = full ]; then
		go test -vet=off -shuffle=on -p 1 -parallel 6 -timeout 60m -skip "^(TestFullDisk|TestBackupFails|TestReadyWithBackups|TestDeletedTextIsErased|$on_both)\$" ./db ./handlers/...
	else
		some=$(cat db/*_test.go | sed -n 's/^func \(Test[A-Za-z0-9]*\).*/\1/p' | awk 'NR % 2' | paste -s -d '|')
		go test -short -vet=off -shuffle=on -p 1 -parallel 6 -timeout 60m -run "^($some)\$" -skip "^($on_both)\$" ./db
	fi
) >"$scratch/postgres" 2>&1 &
on_postgres=$!
go test -vet=off -shuffle=on -p 4 -parallel 6 -timeout 60m ./...
wait $on_postgres || fail "on PostgreSQL: $(cat "$scratch/postgres")"
cat "$scratch/postgres"

if [ "$mode" = full ]; then # searches by strong bots and other methods run the same code
	step "benchmarks"
	go test -vet=off -short -run '^$' -bench . -skip 'BenchmarkLevels/.*/[56]|BenchmarkMethods/.*/[am]' -benchtime 1x ./...
fi

# The race detector makes tests take three to ten times as long, and finds nothing where a test does one
# thing after another. So it runs, and only the beginning of what takes long, the tests of packages
# that start goroutines of their own ($ALL), and of other packages the tests in which something happens at
# the same time ($STARTS): that start goroutines, listen to streams, or run bots or background jobs. Where a
# function that is no test does so, it is all tests of its file. In full mode, it runs all tests.
#
# The detector leaves out SQLite and its C library, translated to Go, image and compression libraries,
# password hashing, and libraries with which tests read HTML: they share no memory with our code. (Our
# code cannot be left out in part: its generic functions are linked as any package compiled them.)
# Browsers, clocks and programs keep tests waiting, so more of them run at once than there are cores.
set -- -race -vet=off -short -shuffle=on -p 4 -parallel 6 -timeout 60m
for path in modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory golang.org/x/image/... image/... compress/flate \
	golang.org/x/crypto/... golang.org/x/net/html/... github.com/andybalholm/cascadia github.com/PuerkitoBio/goquery; do
	set -- "$@" -gcflags="$path=-race=false -d=checkptr=0"
done
set -- "$@" -gcflags=hexclub/...=-l # compiles in two thirds of the time
step "tests under the race detector"
export CGO_ENABLED=1
if [ "$mode" = full ]; then
	go test "$@" ./...
else
	export HEXCLUB_NO_BROWSER=1
	export ALL='^(handlers/(cache|limit|live|mail|priority|search)|db/store|rules/bot)/'
	export STARTS='^[[:space:]]*go |\.Go\(|[aA]tOnce\(|\.Listen\(|\.Connect\(|WithBots\(|\.Work\('
	grep -rE "^func |$STARTS" --include='*_test.go' handlers db rules/bot rules/games | awk '
		{ file = $0; sub(/:.*/, "", file); line = substr($0, length(file) + 2); folder = file; sub(/[^\/]*$/, "", folder) }
		line ~ /^func / {
			name = line; sub(/^func (\([^)]*\) )?/, "", name); sub(/[^A-Za-z0-9_].*/, "", name)
			if (name ~ /^(Test|Fuzz)/) tests[file] = tests[file] name " ./" folder "\n"
			sub(/^func [^{]*/, "", line)
		}
		file ~ ENVIRON["ALL"] { whole[file] }
		line !~ ENVIRON["STARTS"] || name ~ /^Benchmark/ { next }
		name ~ /^(Test|Fuzz)/ { print name, "./" folder; next }
		{ whole[file] }
		END { for (file in whole) printf "%s", tests[file] }' >"$scratch/concurrent"
	[ -s "$scratch/concurrent" ] || fail "found no test to run"
	tests=$(cut -d' ' -f1 "$scratch/concurrent" | sort -u | paste -s -d '|')
	cut -d' ' -f2 "$scratch/concurrent" | sort -u | xargs go test "$@" -run "^($tests)\$"
fi

printf '\nall checks passed\n'
