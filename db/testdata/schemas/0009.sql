-- Lessons, also of a guest.

INSERT INTO lessons (person, lesson, stars) VALUES ('gus', 'hexone/explosion', 3), ('anna', 'hexone/explosion', 2);
