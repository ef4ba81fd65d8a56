-- What the lobby lists, and what is forgotten after a while.
CREATE INDEX games_listed ON games (created) WHERE status = 'waiting' AND listed;
CREATE INDEX games_void ON games (changed) WHERE result = 'void';
