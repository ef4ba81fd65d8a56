package web

import (
	"reflect"
	"testing"
	"time"
)

// Each limit has its own name in the log and the metrics.
func TestLimitsHaveNames(t *testing.T) {
	t.Parallel()
	limits, names := reflect.ValueOf(NewLimiters(Limits{}, time.Now)).Elem(), map[string]bool{}
	for i := range limits.NumField() {
		if limit := limits.Field(i); limit.Kind() == reflect.Pointer {
			name := limit.Elem().FieldByName("Name").String()
			if name == "" || names[name] {
				t.Errorf("%s is called %q", limits.Type().Field(i).Name, name)
			}
			names[name] = true
		}
	}
	if len(names) < 20 {
		t.Errorf("there are %d", len(names))
	}
}
