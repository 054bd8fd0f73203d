-- The limits of the members of a class, which only the owner of the server sets.
ALTER TABLE classes ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';

-- The maps with which a contest was opened: their hashes by their names.
ALTER TABLE contests ADD COLUMN maps TEXT NOT NULL DEFAULT '{}';

-- The workers of a cluster whose results do not count, until an owner lets them play again.
CREATE TABLE excluded_workers (
    name TEXT PRIMARY KEY,
    -- The reason, as JSON.
    reason TEXT NOT NULL,
    excluded_at BIGINT NOT NULL
);

-- The hash of the files of an installed game with which the contest is played; none for a game that comes with the program.
ALTER TABLE contests ADD COLUMN game_sha256 TEXT;
