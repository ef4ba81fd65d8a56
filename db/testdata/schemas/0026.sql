-- When a lesson was solved.

UPDATE lessons SET solved = 1790000000000 WHERE person = 'anna';
