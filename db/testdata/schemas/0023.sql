-- Choices about confirming turns.

UPDATE people SET confirm_live = true, confirm_alone = true WHERE id = 'ben';
