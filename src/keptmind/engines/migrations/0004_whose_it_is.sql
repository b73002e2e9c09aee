CREATE INDEX memory_candidates_id ON memory_candidates (id);

CREATE INDEX questions_id ON questions (id);

CREATE INDEX deletions_id ON deletions (id);
