package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set in a release build: -ldflags "-X main.version=v1.2.0".
var version string

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println(versionText())
	return err
}

// versionText returns the version, and the Go version and platform of the build.
func versionText() string {
	return fmt.Sprintf("hexclub %s (%s, %s/%s)", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programVersion returns the version of the release. Without one it returns the commit of the build
// as Go writes it ("v0.0.0-20261122181500-52d0e35a1b2c", with "+dirty" if files were changed), or
// "unreleased" for a build outside of a repository, such as a test.
func programVersion() string {
	built := ""
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		built = info.Main.Version
	}
	return cmp.Or(version, built, "unreleased")
}
