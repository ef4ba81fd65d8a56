-- The role that an invitation for anybody gives. The account of an imported member has its role from the start.
ALTER TABLE invitations ADD COLUMN role text NOT NULL DEFAULT 'member';
