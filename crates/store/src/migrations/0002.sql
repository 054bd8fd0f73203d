-- The limits of the members of a class, which only the owner of the server sets.
ALTER TABLE classes ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
