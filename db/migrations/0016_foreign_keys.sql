-- Indexes that begin with the columns of a foreign key. Without one, deleting a row of
-- the parent scans the whole child table. SQLite's partial indexes serve some values only,
-- so those that are replaced here become whole.

DROP INDEX seats_reserved;
CREATE INDEX seats_reserved ON seats (reserved);
DROP INDEX games_pairing;
CREATE INDEX games_pairing ON games (pairing, nth);
CREATE INDEX games_rematches ON games (rematch_of);
CREATE INDEX notices_game ON notices (game);

DROP INDEX log_subject;
CREATE INDEX log_subject ON log (subject, number);
DROP INDEX invitations_person;
DROP INDEX invitations_made;
CREATE INDEX invitations_person ON invitations (person, made, id); -- those for anybody too, where it is NULL
CREATE INDEX invitations_maker ON invitations (maker);
CREATE INDEX resets_maker ON resets (maker);
CREATE INDEX bans_person ON bans (person);

CREATE INDEX pairings_entered_by ON pairings (entered_by);
CREATE INDEX pairings_contested_by ON pairings (contested_by);
CREATE INDEX pairings_decided_by ON pairings (decided_by);

CREATE INDEX seasons_continues ON seasons (continues);
CREATE INDEX ladders_continues ON ladders (continues);
DROP INDEX challenges_challenger;
CREATE INDEX challenges_challenger ON challenges (challenger, decided);
DROP INDEX challenges_challenged;
CREATE INDEX challenges_challenged ON challenges (challenged, decided);
CREATE INDEX challenges_winner ON challenges (winner);
CREATE INDEX ladder_events_of ON ladder_events (person);
CREATE INDEX ladder_events_against ON ladder_events (other);
CREATE INDEX ladder_events_challenge ON ladder_events (challenge);
DROP INDEX tournament_pairings_second;
CREATE INDEX tournament_pairings_second ON tournament_pairings (second);

-- Seats that nobody took before their game was called off.
DROP INDEX games_void;
CREATE INDEX seats_left ON seats (game) WHERE person IS NULL AND NOT open;

-- What tidying deletes, and what changes after downtime.
CREATE INDEX letters_created ON letters (created);
CREATE INDEX matters_href ON matters (href, mark);
