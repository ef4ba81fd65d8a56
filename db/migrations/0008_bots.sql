-- Bots sit in seats as people do: one for each level. Nobody logs in as them,
-- and they do not chat.
INSERT INTO people (id, confirm_turns, created, chats) VALUES
	('bot-1', false, 0, false), ('bot-2', false, 0, false), ('bot-3', false, 0, false),
	('bot-4', false, 0, false), ('bot-5', false, 0, false), ('bot-6', false, 0, false);

-- A bot is to act; it follows from the events and seats.
ALTER TABLE games ADD COLUMN awaits_bot boolean NOT NULL DEFAULT false;
CREATE INDEX games_awaits_bot ON games (changed) WHERE awaits_bot;
