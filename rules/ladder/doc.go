// Package ladder implements a club's challenge ladder: which challenges are
// allowed, and what follows from them. Like all of rules it is pure. Moments
// are milliseconds since 1970, ids of people and challenges are opaque, and
// places count from 1, the top.
//
// # How it is used
//
// [Settings] are the rules as a club has set them. A [State] is a ladder at
// one moment: its players in order of place, its open challenges, and the
// necessary part of the past. It is small enough to be loaded for one act and
// stored after it:
//
//	events, err := state.Challenge(now, id, anna, ben, "hexone")
//
// [New] makes a new ladder. [State.Record] and [State.Report] are for games
// that were played without a challenge, and [State.Rectify] corrects a result.
//
// Every act first carries out what has fallen due ([State.Tick]), so a server
// that was down gives no advantage. It returns what happened as [Event]s in
// order. Every change of a place has an event, and an event names every other
// change of a player or a challenge: Player, Other and Challenge are to be
// stored again. Closed, Opened and Set concern every player. Won and Drawn
// also concern Met, Declined concerns Refused, and Ended, Removed, Returned
// and Added concern Leavers. An act that fails changes nothing, not even what
// was due.
//
// An act that a rule forbids returns a [Refusal]. It wraps a *rules.Refusal,
// so it is handled as one, and carries the numbers and moments of the case.
// Other errors are *rules.Errors: NotFound for a challenge that is not open
// (error.ladder-challenge) or a person who is not on the ladder
// (error.ladder-player), Forbidden for an answer to a challenge of other
// players (error.ladder-others), Conflict for an id that is taken
// (error.conflict), and Invalid for the rest. [State.Reach] and
// [State.MayRefuse] return in advance what would be refused,
// [State.PreviewEntry] where a person would enter, and [Settings.Statements]
// the rules themselves.
//
// # Rules
//
// The numbers are those of [Rule]. Names in brackets are fields of Settings. A
// challenge that may not be made (r1 to r7, r15) is refused in reach.go, its
// answer and its end (r8 to r12) are in challenge.go, what time brings (r9,
// r10, r13) in tick.go, and joining, leaving and organisers (r14, r16 to r18)
// in members.go.
//
// r1, open and closed. A closed ladder takes no new challenges, and no person
// can join it, come back to it or be put on it. Open challenges continue,
// players may leave, and no player becomes inactive meanwhile (r13).
//
// r2, players. A challenge is between two different players who are both on
// the ladder.
//
// r3, games. A challenge names one of the ladder's games [Games] and is about
// one [pairing.Unit]: a game, two games with seats swapped, or a Hexone match.
//
// r4, reach. A player may challenge players up to a number of places above
// [Reach]; 0 allows all players above.
//
// r5, upwards. Challenges go upwards only, unless the ladder allows both ways
// [Downwards]; the reach is then the same downwards.
//
// r6, challenges at once. The numbers of open challenges that a player has
// made [Made] and received [Received] are limited, and two players have at
// most one between them. A challenge is open until it is decided or ends
// without a result: while it awaits its answer, and while it is played.
//
// r7, pause. After a challenge between two players has been decided, a number
// of days must pass before the next one between them [Rematch]. A player whose
// challenge was refused waits as long before challenging the same player
// again. The player who refused may challenge back at once; otherwise a
// refusal would be worth nothing. Other challenges without a result do not
// count.
//
// r8, refusing. Either no challenge can be refused, or the challenged may
// refuse [Refuse] a number of times [Refusals] within a number of days
// [RefusalDays]. Such a refusal has no consequence. Beyond that a challenge
// cannot be refused.
//
// r9, answering. The challenged has a number of days to accept or refuse
// [Answer], and is reminded after two thirds of them. After that an unanswered
// challenge counts as lost, or lapses [Unanswered]. Until it is answered its
// challenger may withdraw it.
//
// r10, playing. An accepted challenge is to be played within a number of days
// [Play], with a reminder after two thirds of them. After that it is lost by
// the awaited player, or lapses [Unplayed]; if neither player is awaited it
// lapses. The awaited player is the one whose turn it is, or who has not
// answered for 24 hours a result that the other entered; the caller that loads
// the state sets it. The time does not end while an entered result awaits the
// other player's answer, for at most 24 hours, or an organiser's; the caller
// that loads the state moves PlayBy. A challenge of two games is lost as a
// whole, whatever the result of the first game: the score of its pairing does
// not matter here. The same applies to r16.
//
// r11, winning. When the lower player wins, that player takes the loser's
// place and the players between move down one; or the two exchange places; or
// the winner goes half of the way up, rounded up [Win]. The lower player is
// the one who is lower when the challenge is decided. When the higher player
// wins, places do not change.
//
// r12, losing. A challenger who is the lower player and loses keeps the place,
// or goes down one place [Loss]. A draw changes nothing.
//
// r13, inactivity. A player who has played no game for a number of days
// [InactiveDays] goes down a number of places [InactiveDrop], and again after
// each further period. Days with an open challenge and days on which the
// ladder is closed do not count. A game restarts the count for both players; a
// win without a game restarts it only for the winner. Players who go down at
// the same moment do not pass each other. 0 days: never. Changing the number
// of days restarts the count for all players.
//
// r14, newcomers. A newcomer enters at the bottom, in the middle, so that half
// of the others, rounded up, stay above, or where the organiser decides
// [Entry]. A club may let its new members enter automatically [State.AddNew],
// at the bottom where the organiser decides.
//
// r15, free challenges. A newcomer may challenge beyond the reach of r4 a
// number of times [Free] within a number of days [FreeDays]. A challenge
// without a result does not count; r7 applies to it.
//
// r16, leaving. A player who leaves gives up all open challenges. Own ones
// that have not been answered are withdrawn; the others are lost, or lapse
// [Leaving]. But a game that was played counts: a challenge ends with the result
// that the other player has entered, or the leaver against themselves, and
// nobody has contested. A win or a draw that only the leaver has entered is
// given up; if an organiser takes the player off (r18), it counts too.
//
// r17, coming back. A player who comes back within a number of days
// [ReturnDays] gets the old place less a number of places [ReturnDrop]; after
// that the player enters as a newcomer (r14). Neither has free challenges.
//
// r18, organisers. An organiser may put any person on the ladder while it is
// open (as a newcomer, r15, or one who comes back, r17), and on any place of
// it, take any player off the ladder (with challenges as in r16), decide any
// open challenge, close the ladder and set its rules. Running deadlines do not
// change then. An organiser may also record a game that any two players have
// played, whatever r4 to r8 say: it decides their open challenge to that game,
// or a new one that is made at once, in which the lower player is the
// challenger. While the ladder is closed there is no new one (r1). And an
// organiser may correct the result of a challenge that has ended: places are
// recounted from that event on, with the rules that applied then. A player who
// was put on a place by an organiser is put there again. Days without a game
// (r13) and challenges since stay as they were.
//
// # Moments
//
// The deadlines of r9 and r10 are at the same time of the day as the act that
// begins them, some days later in the calendar of the state (AddDays): across
// a change of the clocks these days can have an hour more or less. All other
// days are 24 hours. A deadline that is set does not change.
//
// A deadline has passed at its very moment. What falls due is carried out in
// the order of moments, each at its own, so late ticks change nothing: Tick at
// two moments is the same as Tick at the later one. At the same moment
// challenges come first, in the order in which they were made and then by id;
// then inactivity.
package ladder
