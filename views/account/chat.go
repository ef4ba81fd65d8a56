package account

// A ChatSettings is how a reader wants to chat.
type ChatSettings struct {
	On      bool
	Blocked []BlockedPerson
}

// A BlockedPerson is one whom the reader has blocked.
type BlockedPerson struct{ ID, Name string }
