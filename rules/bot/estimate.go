package bot

// An estimate holds the parts of a node's upper confidence bound in fixed
// point: the mean of its rewards, and the width, by which the bound grows with
// the root of the logarithm of the parent's visits. The low bits of the mean
// are the node's place among its siblings, so the highest bound identifies its
// node. Estimates are stored apart from nodes because byBound reads those of
// all children at every choice.
type estimate struct{ mean, width int64 }

// A group holds the estimates of adjacent siblings. Siblings start in a new
// group, and the unused rest of the last group loses, so byBound only compares
// whole groups.
type group [groupSize]estimate

const groupSize = 4

const (
	oneMean    = 1 << 56 // a mean of 1
	oneWidth   = 1 << 27 // a width of 1
	oneRootLog = 1 << 13 // a root of a logarithm of 1, without the bits of a place

	placeBits = 16 // as many as node.count has
	places    = 1<<placeBits - 1

	untried = 1 << 62  // the mean of a node that was never tried: it comes before all others
	lost    = -1 << 62 // the mean of a node that loses: it comes after all others

	// mostExplore is the largest Search.Explore that has an effect. Bounds stay
	// below untried: a root of a logarithm of uint32 is below 5.
	mostExplore = 8
)

// bound returns the upper confidence bound.
func (e *estimate) bound(rootLog int64) int64 { return e.mean + e.width*rootLog }

// set sets the mean and the width. It leaves the place as it is.
func (e *estimate) set(mean, width float32) {
	e.mean = int64(mean*oneMean)&^places | e.mean&places
	e.width = int64(width * oneWidth)
}

// newGroup returns the estimates of siblings that were never tried, from a place
// among count siblings on.
func newGroup(from, count int) (g group) {
	for i := range g {
		if from+i < count {
			g[i].mean = untried | int64(places-from-i)
		} else {
			g[i].mean = lost
		}
	}
	return g
}
