-- The list of players in a game reads the highest ratings first.
CREATE INDEX ratings_game ON ratings (game, rating, person);
