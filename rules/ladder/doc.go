// Package ladder is a club's challenge ladder: who may challenge whom, and
// what follows from it. Like all of rules it is pure. Moments are milliseconds
// since 1970, people and challenges are ids that mean nothing here, and places
// count from 1, the top.
//
// # How it is used
//
// [Settings] are the rules as a club has set them. A [State] is a ladder at
// one moment: its players in order of place, its open challenges, and what has
// to be known of the past. It is small enough to be loaded for one act and
// stored after it:
//
//	events, err := state.Challenge(now, id, anna, ben, "hexone")
//
// A new one is made by [New].
//
// Every act first carries out what has fallen due ([State.Tick]), so nobody
// gains by a server that was down, and returns what happened as [Event]s in
// their order. No place changes without an event, and whatever else of a
// player or a challenge changes is named by one: Player, Other and Challenge
// tell what has to be written anew; Closed, Opened and Set concern every
// player. Won and Drawn concern Met too, Declined Refused, and Ended, Removed,
// Returned and Added Left. An act that fails has changed nothing, what was due
// included.
//
// What a rule forbids is a [Refusal]: it wraps a *rules.Refusal, so it is
// answered as one, and carries the numbers and moments of the case. What makes
// no sense is an *rules.Error: NotFound for a challenge that is not open
// (error.ladder-challenge) or somebody who is not on the ladder
// (error.ladder-player), Forbidden for an answer to somebody else's challenge
// (error.ladder-others), Conflict for an id that is taken (error.conflict) and
// Invalid for the rest. [State.Reach] and [State.MayRefuse] tell beforehand
// what would be refused, [State.Welcome] where somebody would enter;
// [Settings.Statements] says the rules themselves.
//
// # Rules
//
// The numbers are those of [Rules]. Names in brackets are fields of Settings.
//
// r1, open and closed. A closed ladder takes no new challenges, and nobody
// joins it, comes back to it or is put on it. Challenges that are open go on,
// whoever is on it may leave, and nobody becomes inactive meanwhile (r13).
//
// r2, players. A challenge is between two different players who are both on
// the ladder.
//
// r3, games. A challenge names one of the ladder's games [Games] and is about
// one [pairing.Unit]: a game, two games with seats swapped, or a Hexone match.
//
// r4, reach. One may challenge up to so many places above oneself [Reach]; 0
// is anybody above.
//
// r5, upwards. One challenges upwards only, unless the ladder allows both ways
// [Downwards]; the reach is then the same downwards.
//
// r6, challenges at once. A player has no more than so many open challenges
// made [Made] and so many received [Received], and two players have no more
// than one between them. A challenge is open until it is decided or has come
// to nothing: while it waits for its answer, and while it is played.
//
// r7, pause. After a challenge of two players has been decided, so many days
// pass before the next between them [Rematch]. Who was refused waits as long
// before challenging the same player again, who may challenge back at once: else
// a refusal would be worth nothing. Others that came to nothing do not count.
//
// r8, refusing. Nobody may refuse, or the challenged may [Refuse]: so many
// times [Refusals] within so many days [RefusalDays]. Refusing then has no
// consequence. Beyond that a challenge cannot be refused.
//
// r9, answering. The challenged has so many days to accept or refuse [Answer],
// and is reminded after two thirds of them. Then an unanswered challenge
// counts as lost, or lapses [Unanswered]. Until it is answered its challenger
// may withdraw it.
//
// r10, playing. An accepted challenge is played within so many days [Play],
// with a reminder after two thirds of them. One that is not is lost by the player
// who is awaited, or lapses [Unplayed]; if neither is awaited it lapses. Awaited
// is whose turn it is, or who has not answered for 24 hours a result that the other
// entered; whoever loads the state says so. The time is not over as long as a result
// that was entered waits for the other's word, 24 hours at most, or for an
// organiser's: whoever loads the state moves PlayBy. A challenge of two games is lost
// as a whole, whatever the first one gave: the score of its pairing does not matter
// here. The same goes for r16.
//
// r11, winning. When the lower player wins, that player takes the loser's
// place and those between move down one; or they exchange places; or the
// winner goes half of the way up, rounded up [Win]. Lower is who is lower when
// it is decided. When the higher one wins, places stay.
//
// r12, losing. A challenger who is the lower one and loses stays, or goes down
// one place [Loss]. A draw changes nothing.
//
// r13, inactivity. Who has played no game for so many days [InactiveDays] goes
// down so many places [InactiveDrop], and again after each further such time.
// Days with an open challenge and days on which the ladder is closed do not
// count. A game starts the count anew for both players; a win without a game
// for its winner alone. Of those who go down at the same moment none passes
// another. 0 days: never. When the days are set anew the count starts anew for
// all.
//
// r14, newcomers. A newcomer enters at the bottom, in the middle, so that half
// of the others rounded up stay above, or where the organiser says [Entry].
//
// r15, free challenges. A newcomer may, within so many days [FreeDays],
// challenge so many times [Free] beyond the reach of r4. One that comes to
// nothing does not count as one of them; r7 holds for it.
//
// r16, leaving. Who leaves gives up all open challenges. Own ones that have
// not been answered are withdrawn, the others are lost, or lapse [Leaving].
//
// r17, coming back. Who comes back within so many days [ReturnDays] gets the
// old place and so many below it [ReturnDrop]; who comes later enters as a
// newcomer (r14). Neither has free challenges.
//
// r18, organisers. An organiser may put anybody on the ladder while it is open (who is
// then a newcomer, r15, or comes back, r17), and on any place of it, take anybody off
// the ladder (with challenges as in r16), decide any open challenge, close the
// ladder and set its rules. Deadlines that run stay as they are then.
//
// # Moments
//
// A deadline has passed at its very moment. What falls due is carried out in
// the order of moments, each at its own, so that late ticks change nothing:
// Tick of two moments is Tick of the later one. At the same moment challenges
// come first, those made first before others, then by id; then inactivity.
package ladder
