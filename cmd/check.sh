#!/bin/sh
# Every check of the project, from a fresh checkout: installs what the checks
# need, then runs them all. Whatever cannot run fails.
#
#	sh cmd/check.sh
set -eu
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step "chromium for the browser tests"
if ! command -v chromium >/dev/null 2>&1; then
	as_root=''
	[ "$(id -u)" -eq 0 ] || as_root=sudo
	$as_root apt-get update -qq
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
fi
chromium --version

step "modules as they were recorded"
go mod download
go mod verify
go mod tidy -diff

step "generated files are fresh"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp -R views "$fresh/views"
cp go.mod go.sum "$fresh"
(cd "$fresh" && find views -name '*_templ.go' -delete)
go tool templ generate -path "$fresh/views" >/dev/null 2>&1 || { echo "templ generate fails"; exit 1; }
for file in views/*_templ.go; do
	cmp "$file" "$fresh/$file" || { echo "$file is stale: run 'go tool templ generate -path views'"; exit 1; }
done
for file in "$fresh"/views/*_templ.go; do
	[ -e "views/$(basename "$file")" ] || { echo "views/$(basename "$file") is missing"; exit 1; }
done

step "templates are formatted"
cp views/*.templ "$fresh/views"
go tool templ fmt "$fresh/views" >/dev/null 2>&1
for file in views/*.templ; do
	cmp "$file" "$fresh/$file" || { echo "$file: run 'go tool templ fmt views'"; exit 1; }
done

step "gofumpt"
badly=$(go tool gofumpt -l $(git ls-files '*.go' | grep -v '_templ\.go$'))
[ -z "$badly" ] || { echo "not formatted: $badly"; exit 1; }

step "vet"
go vet ./...

step "staticcheck"
go tool staticcheck ./...

step "one main package"
mains=$(go list -f '{{if eq .Name "main"}}{{.ImportPath}}{{end}}' ./... | grep .)
[ "$mains" = hexclub/cmd/hexclub ] || { echo "main packages: $mains"; exit 1; }

step "tests"
go test -race -shuffle=on ./...

step "benchmarks run"
go test -run '^$' -bench . -benchtime 1x ./... >/dev/null

echo
echo "all checks passed"
