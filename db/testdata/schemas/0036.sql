-- New members join a ladder automatically.

UPDATE ladders SET automatic = true WHERE id = 'ladder';
