-- Who plays in a game besides its host, while it is not over: 'people', else 'bots', or 'timed bots'
-- by a clock; NULL where nobody does, as on one device. It follows from the seats. So the list of
-- the games that are being played reads no more games than it shows.
ALTER TABLE games ADD COLUMN opponents text;
UPDATE games SET opponents = CASE
	WHEN EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id AND o.person <> games.host AND o.person NOT LIKE 'bot-%') THEN 'people'
	WHEN NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id AND o.person <> games.host) THEN NULL
	WHEN control = '' THEN 'bots' ELSE 'timed bots' END
	WHERE status <> 'over';
CREATE INDEX games_current ON games (opponents, changed DESC, id) WHERE status = 'running' AND opponents IS NOT NULL;
