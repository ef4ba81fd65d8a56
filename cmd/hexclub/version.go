package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set when a release is built: -ldflags "-X main.version=v1.2.0".
var version string

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println(versionText())
	return err
}

// versionText is the version and what the program was built with and for.
func versionText() string {
	return fmt.Sprintf("hexclub %s (%s, %s/%s)", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programVersion is what this program is called by: the release, else the commit that
// it was built from, as Go's tools write it ("v0.0.0-20261122181500-52d0e35a1b2c",
// with "+dirty" when files had been changed). One that was built outside of a
// repository, as tests are, is "unreleased".
func programVersion() string {
	built := ""
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		built = info.Main.Version
	}
	return cmp.Or(version, built, "unreleased")
}
