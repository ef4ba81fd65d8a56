package main

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestMemoryFor(t *testing.T) {
	t.Parallel()
	const machine = "MemTotal:         524288 kB\nMemFree: 1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no limit set":      {nil, math.MaxInt64},
		"a machine":         {map[string]string{"proc/meminfo": machine}, 512 << 20},
		"a container":       {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "268435456\n"}, 256 << 20},
		"one without limit": {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 512 << 20},
		"a service": {map[string]string{
			"proc/meminfo": machine, "proc/self/cgroup": "1:name=systemd:/x\n0::/system.slice/hexclub.service\n",
			"sys/fs/cgroup/system.slice/hexclub.service/memory.max": "max\n", "sys/fs/cgroup/system.slice/memory.max": "134217728\n",
		}, 128 << 20},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := availableMemory(root); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}
