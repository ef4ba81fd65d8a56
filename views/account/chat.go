package account

// A ChatSettings is a reader's settings for chats.
type ChatSettings struct {
	On      bool
	Blocked []BlockedPerson
}

// A BlockedPerson is a person whom the reader has blocked.
type BlockedPerson struct {
	ID, Name string
	Account  string // name of the account; empty for a guest
}
