-- Time zones by their IANA names, such as "Europe/Paris". Without one, a person has that of the device, and the club UTC.
ALTER TABLE people ADD COLUMN zone text NOT NULL DEFAULT '';
ALTER TABLE club ADD COLUMN zone text NOT NULL DEFAULT '';
