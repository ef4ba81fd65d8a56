//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// noFollow opens no file by a link: root opens files in a folder that is another user's,
// who could lead it to any file of the machine.
const noFollow = syscall.O_NOFOLLOW

// lock holds the database at path for a program: with others, or alone, as long as
// release is not called and the program lives. The lock is on a file beside it, whose name
// ends so, because a restored database takes the place of the file itself.
func lock(path, end string, alone bool) (release func() error, err error) {
	file, err := os.OpenFile(path+end, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, notMade(path+end, err)
	}
	if err := giveTo(file, path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	err = syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	switch {
	case err == nil, errors.Is(err, errors.ErrUnsupported): // by a file system of a rare kind
		return file.Close, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = errHeld
		if !alone {
			err = errors.New("it is being restored or moved")
		}
	default:
		err = fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	return nil, errors.Join(err, file.Close())
}

// holdFolder locks a folder for this program alone, until release is called or the program
// ends. It fails with errHeld when another holds it, and with errors.ErrUnsupported where the
// file system has no locks. A folder that root makes gets the owner of its parent
// folder, so that this user can remove it after root's program was killed.
func holdFolder(path string) (release func() error, err error) {
	folder, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errHeld
	}
	if err == nil {
		err = giveTo(folder, filepath.Dir(path))
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder.Close, nil
}

// giveTo makes a file that root made belong to whose the file like is, or its folder
// where there is no such file: the server, which is not run by root, is to use it too.
func giveTo(file *os.File, like string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	var want, is syscall.Stat_t
	err := syscall.Stat(like, &want)
	if errors.Is(err, fs.ErrNotExist) {
		err = syscall.Stat(filepath.Dir(like), &want)
	}
	if err == nil {
		err = syscall.Fstat(int(file.Fd()), &is)
	}
	if err != nil || is.Uid == want.Uid && is.Gid == want.Gid {
		return err
	}
	return file.Chown(int(want.Uid), int(want.Gid))
}
