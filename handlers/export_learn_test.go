package handlers

// FillPictures takes all places for drawing pictures, until the function that
// it returns gives them back.
func (a *learnArea) FillPictures() (empty func()) {
	for range cap(a.pictures.waiting) {
		a.pictures.waiting <- struct{}{}
	}
	return func() {
		for range cap(a.pictures.waiting) {
			<-a.pictures.waiting
		}
	}
}
