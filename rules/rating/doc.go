// Package rating estimates the strength of players from their results. It is
// Glicko-2 as Mark E. Glickman describes it in "Example of the Glicko-2
// system" (glicko.net/glicko/glicko2.pdf, 2022), whose steps the comments name. Like
// all of rules it is pure: it reads no clock and knows no people.
//
// # What a rating is
//
// A [Rating] is an estimate of strength, how far off it may be, and how steady
// the results are. A player starts at 1500 with a deviation of 350 and a
// volatility of 0.06 ([Start]). The paper is 95 % sure that the strength lies
// within two deviations of the rating ([Rating.Range]). While the deviation is
// above 110 a rating is provisional: that range is then wider than 440 points,
// too wide to compare players by. A newcomer leaves it behind after about a
// dozen games against settled players.
//
// A person has one rating for each game and [Class] of clock: ten seconds a turn
// and three days a turn ask for different strengths.
//
// # When a game ends
//
//	before[i] = stored[i].Idle(now - then[i])      // by seat; Start() for newcomers
//	changes := rating.Update(info, result, before)
//
// A [Change] says what the game did and why: what was expected of a player on
// that day, and what came.
//
// # How it departs from the paper
//
// Rating periods. The paper gathers games of a period, best 10 to 15 a player,
// and treats them as played at once. Players want to see what a game changed
// when it ends, so here each game is a period of its own, which takes no time,
// and the time between games is a real number of periods for which step 6
// alone applies. Ratings of opponents are those from before the game, as in
// the paper. [Period] is five days: so a player who keeps a deviation of about
// 60, which is what one or two games a week come to, is provisional again
// after a year without a game.
//
// More than two seats. The paper covers games of two. Here a player has met
// each opponent of another team: has beaten those with a lower place, lost to
// those with a higher place, and drawn with those of the same place; all at
// once, as in a rating period, so the order of seats does not matter. A draw
// among losers means what the result says: neither did better than the other,
// however strong they are. But these results are not independent: two opponents
// of one team lose together, and a player who completes a figure beats five
// players by one turn. Five full results would make a newcomer settled after
// two games. So each result weighs its share of one game, and a game of any
// number of seats moves a rating, and informs it, no more than a game of two.
// Partners do not count: a player with stronger partners wins more than
// expected, which evens out as partners change.
//
// Bounds. Deviations stay from 30 to 350: below 30 a rating would hardly move
// any more, whatever its player learns, which is the threshold that Glickman
// proposes in "The Glicko system"; and no player is less certain than a
// newcomer. Ratings stay from 100 to 4000 and volatilities from 0.01 to 0.1,
// far from the values that occur in play, so that no input leads to NaN.
package rating
