-- Chat, also of a guest.

INSERT INTO messages (game, number, person, text, at) VALUES ('guest', 1, 'gwen', 'Hello', 1782910800000), ('guest', 2, 'anna', 'Have fun', 1782910801000);
INSERT INTO mutes (person, game) VALUES ('ben', 'runs');
INSERT INTO blocks (blocker, blocked, at) VALUES ('dora', 'zoe', 1782910800000);
