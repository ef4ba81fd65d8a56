-- People choose for each pace of games whether they confirm their turns; confirm_turns is about games by days or
-- without a clock. A person who confirmed no turns still confirms none. All others get the defaults: whether they
-- chose to confirm was not stored.
ALTER TABLE people ADD COLUMN confirm_live boolean NOT NULL DEFAULT false;  -- in live games against people
ALTER TABLE people ADD COLUMN confirm_alone boolean NOT NULL DEFAULT false; -- against bots, and on one device
