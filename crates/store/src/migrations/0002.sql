-- The workers of a cluster whose results do not count, until an owner lets them play again.
CREATE TABLE excluded_workers (
    name TEXT PRIMARY KEY,
    -- The reason, as JSON.
    reason TEXT NOT NULL,
    excluded_at BIGINT NOT NULL
);
