-- A person has put a decision away.

INSERT INTO read_decisions (person, number) SELECT 'anna', max(number) FROM audit_log;
