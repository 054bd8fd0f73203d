-- The hash of the files of an installed game with which the contest is played; none for a game that comes with the program.
ALTER TABLE contests ADD COLUMN game_sha256 TEXT;
