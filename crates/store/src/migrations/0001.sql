-- Times are UTC milliseconds, flags 0 or 1, structures JSON text, ids 26 characters of base32. This SQL runs on SQLite
-- and on PostgreSQL: no autoincrement, no function of time, no JSON operators.

CREATE TABLE server (
    only BIGINT PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    settings TEXT NOT NULL DEFAULT '{}',
    created_at BIGINT NOT NULL,
    -- The latest time that the server has seen; written once a minute.
    clock_max BIGINT NOT NULL
);

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    is_owner BIGINT NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1)),
    code_sha256 TEXT UNIQUE,
    code_made_at BIGINT,
    passphrase_hash TEXT,
    language TEXT,
    disabled_at BIGINT,
    created_at BIGINT NOT NULL,
    seen_at BIGINT,
    limits TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE sessions (
    token_sha256 TEXT PRIMARY KEY,
    -- Names the session where it is listed; it opens nothing.
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    is_shared BIGINT NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
    device TEXT NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account_id, seen_at);

CREATE TABLE classes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL DEFAULT '{}',
    created_at BIGINT NOT NULL,
    archived_at BIGINT,
    delete_at BIGINT
);

CREATE TABLE members (
    class_id TEXT NOT NULL REFERENCES classes ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('teacher', 'pupil')),
    name_key TEXT NOT NULL,
    external_id TEXT,
    group_name TEXT,
    joined_at BIGINT NOT NULL,
    -- NULL while a teacher has to confirm the name.
    confirmed_at BIGINT,
    PRIMARY KEY (class_id, account_id),
    UNIQUE (class_id, name_key)
);
CREATE INDEX members_of_account ON members (account_id, class_id);

CREATE TABLE invitations (
    token_sha256 TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    class_id TEXT NOT NULL REFERENCES classes ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('teacher', 'pupil')),
    uses_left BIGINT NOT NULL CHECK (uses_left >= 0),
    must_confirm BIGINT NOT NULL DEFAULT 0 CHECK (must_confirm IN (0, 1)),
    expires_at BIGINT NOT NULL,
    made_by TEXT REFERENCES accounts ON DELETE SET NULL,
    made_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX invitations_of_class ON invitations (class_id, made_at);

CREATE TABLE progress (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    course TEXT NOT NULL,
    lesson TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('begun', 'done')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Code and values; NULL if the last attempt had no error.
    last_error TEXT,
    last_error_since BIGINT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, course, lesson)
);

CREATE TABLE contests (
    id TEXT PRIMARY KEY,
    class_id TEXT NOT NULL REFERENCES classes ON DELETE CASCADE,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    form TEXT NOT NULL,
    options TEXT NOT NULL DEFAULT '{}',
    limits TEXT NOT NULL DEFAULT '{}',
    opens_at BIGINT,
    deadline_at BIGINT,
    state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'frozen', 'final', 'done', 'released', 'archived')),
    seen_by TEXT NOT NULL CHECK (seen_by IN ('class', 'everyone')),
    final_rule TEXT NOT NULL DEFAULT '{}',
    marks_rule TEXT NOT NULL DEFAULT '{}',
    seed BIGINT NOT NULL DEFAULT 0,
    -- The number of places that the projector has shown, from the last one on.
    revealed BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    created_by TEXT REFERENCES accounts ON DELETE SET NULL,
    changed_at BIGINT NOT NULL,
    frozen_at BIGINT,
    released_at BIGINT
);
CREATE INDEX contests_of_class ON contests (class_id, created_at);
CREATE INDEX contests_by_deadline ON contests (state, deadline_at);
CREATE INDEX contests_by_maker ON contests (created_by);

CREATE TABLE hand_ins (
    id TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- The hash of the canonical ZIP; NULL until the check has made it.
    sha256 TEXT,
    bytes BIGINT NOT NULL,
    own_file TEXT NOT NULL DEFAULT '',
    file_name TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL CHECK (state IN ('received', 'checking', 'valid', 'invalid', 'withdrawn')),
    reason TEXT,
    -- Fingerprints of the Python files, by which copies are found.
    prints TEXT NOT NULL DEFAULT '{}',
    is_late BIGINT NOT NULL DEFAULT 0 CHECK (is_late IN (0, 1)),
    arrived_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    withdrawn_at BIGINT,
    request_key TEXT NOT NULL,
    UNIQUE (contest_id, account_id, version),
    UNIQUE (account_id, request_key)
);
CREATE INDEX hand_ins_by_content ON hand_ins (sha256);

CREATE TABLE entries (
    contest_id TEXT NOT NULL REFERENCES contests ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    active_hand_in TEXT REFERENCES hand_ins ON DELETE SET NULL,
    -- The hand-in that plays the final; fixed by the freeze.
    final_hand_in TEXT REFERENCES hand_ins ON DELETE SET NULL,
    withdrawn_at BIGINT,
    hidden_at BIGINT,
    grace_until BIGINT,
    PRIMARY KEY (contest_id, account_id)
);
CREATE INDEX entries_by_active ON entries (active_hand_in);
CREATE INDEX entries_by_final ON entries (final_hand_in);

CREATE TABLE stages (
    contest_id TEXT NOT NULL REFERENCES contests ON DELETE CASCADE,
    number BIGINT NOT NULL,
    form TEXT NOT NULL,
    seed BIGINT NOT NULL,
    plan TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL CHECK (state IN ('running', 'done')),
    PRIMARY KEY (contest_id, number)
);

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    contest_id TEXT REFERENCES contests ON DELETE CASCADE,
    stage BIGINT NOT NULL DEFAULT 0,
    purpose TEXT NOT NULL CHECK (purpose IN ('ladder', 'final', 'practice', 'check')),
    -- The map or board.
    place TEXT NOT NULL DEFAULT '',
    seed BIGINT NOT NULL,
    -- Names the players in their order, so that the same match is not stored twice.
    seats_key TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'void')),
    result TEXT,
    result_by TEXT,
    repeat_of TEXT REFERENCES matches ON DELETE SET NULL,
    replay_bytes BIGINT,
    made_at BIGINT NOT NULL,
    ended_at BIGINT,
    asked_by TEXT REFERENCES accounts ON DELETE SET NULL,
    UNIQUE (contest_id, stage, place, seed, seats_key),
    FOREIGN KEY (contest_id, stage) REFERENCES stages ON DELETE CASCADE
);
CREATE INDEX matches_by_end ON matches (contest_id, purpose, ended_at);
CREATE INDEX matches_by_repeat ON matches (repeat_of);
CREATE INDEX matches_by_asker ON matches (asked_by);

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    -- Both are NULL for built-in players and for the seats of deleted persons.
    hand_in_id TEXT REFERENCES hand_ins ON DELETE SET NULL,
    account_id TEXT REFERENCES accounts ON DELETE SET NULL,
    built_in TEXT,
    place BIGINT,
    points BIGINT,
    faults BIGINT NOT NULL DEFAULT 0,
    first_fault TEXT,
    cpu_ms BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX seats_by_hand_in ON seats (hand_in_id);
CREATE INDEX seats_by_account ON seats (account_id);

CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    lane BIGINT NOT NULL CHECK (lane IN (0, 1, 2)),
    account_id TEXT REFERENCES accounts ON DELETE CASCADE,
    contest_id TEXT REFERENCES contests ON DELETE CASCADE,
    match_id TEXT REFERENCES matches ON DELETE CASCADE,
    hand_in_id TEXT REFERENCES hand_ins ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    payload TEXT NOT NULL DEFAULT '{}',
    made_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    cpu_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX jobs_in_order ON jobs (state, lane, made_at);
CREATE INDEX jobs_of_account ON jobs (account_id, state);
CREATE INDEX jobs_of_contest ON jobs (contest_id);
CREATE INDEX jobs_of_match ON jobs (match_id);
CREATE INDEX jobs_of_hand_in ON jobs (hand_in_id);

CREATE TABLE marks (
    contest_id TEXT NOT NULL REFERENCES contests ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    points DOUBLE PRECISION,
    comment TEXT NOT NULL DEFAULT '',
    changed_by TEXT REFERENCES accounts ON DELETE SET NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (contest_id, account_id)
);

-- The links of projectors. Each shows one contest.
CREATE TABLE screens (
    token_sha256 TEXT PRIMARY KEY,
    contest_id TEXT NOT NULL REFERENCES contests ON DELETE CASCADE,
    made_by TEXT REFERENCES accounts ON DELETE SET NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX screens_of_contest ON screens (contest_id);

-- Never updated. It names accounts by id, so that a deleted person leaves no name.
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    class_id TEXT,
    detail TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_in_order ON audit (at);

CREATE TABLE deleted (
    account_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
