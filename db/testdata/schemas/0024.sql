-- Time zones of people and of the club.

UPDATE people SET zone = 'Europe/Paris' WHERE id = 'ben';
UPDATE club SET zone = 'Asia/Seoul';
