-- What a template has in addition to its tables, so that its copies can be reset: see Templates.Database.
CREATE SCHEMA pgtest;

-- The first content of the tables that are not empty.
CREATE TABLE pgtest.content (name text, rows json);

-- Has a row once a test has changed the schema.
CREATE TABLE pgtest.altered (command text);

CREATE FUNCTION pgtest.note_altered() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO pgtest.altered VALUES (tg_tag);
END $$;

CREATE FUNCTION pgtest.save() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text;
	rows json;
BEGIN
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
		EXECUTE format('SELECT json_agg(t) FROM public.%I t', name) INTO rows;
		IF rows IS NOT NULL THEN
			INSERT INTO pgtest.content VALUES (name, rows);
		END IF;
	END LOOP;
END $$;

-- Gives all tables their first content again, without triggers and checks of foreign keys. It returns false, and does
-- nothing, if a test has changed the schema or the settings of the database.
CREATE FUNCTION pgtest.reset() RETURNS boolean LANGUAGE plpgsql
	SET session_replication_role = replica SET lock_timeout = '1s' AS $$
DECLARE
	name text;
	rows json;
BEGIN
	IF EXISTS (SELECT FROM pgtest.altered)
		OR EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = current_database()) THEN
		RETURN false;
	END IF;
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
		EXECUTE format('DELETE FROM public.%I', name);
	END LOOP;
	FOR name, rows IN SELECT c.name, c.rows FROM pgtest.content c LOOP
		EXECUTE format('INSERT INTO public.%I SELECT * FROM json_populate_recordset(NULL::public.%I, $1)', name, name) USING rows;
	END LOOP;
	RETURN true;
END $$;

SELECT pgtest.save();
CREATE EVENT TRIGGER altered ON ddl_command_end EXECUTE FUNCTION pgtest.note_altered();
CREATE EVENT TRIGGER dropped ON sql_drop EXECUTE FUNCTION pgtest.note_altered();
