CREATE TABLE marks (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  mark BIGINT NOT NULL,
  memory_id {text} NOT NULL,
  PRIMARY KEY (tenant, owner, mark, memory_id)
) {clustered};

DROP INDEX memories_hash;

CREATE INDEX memories_pinned ON memories (tenant, owner) WHERE pinned_at IS NOT NULL;

ALTER TABLE memory_usage ADD COLUMN used_count BIGINT NOT NULL DEFAULT 0;

ALTER TABLE memory_candidates ADD COLUMN kind {text} NOT NULL DEFAULT 'fact';

CREATE TABLE observations (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  scope {text} NOT NULL,
  fingerprint {text} NOT NULL,
  occasion {text} NOT NULL,
  observed_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, scope, fingerprint, occasion)
) {clustered};

CREATE TABLE rule_counts (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  rule {text} NOT NULL,
  rule_version BIGINT NOT NULL,
  refusals BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, rule, rule_version)
) {clustered};

CREATE INDEX memory_candidates_waiting ON memory_candidates (tenant, owner, expires_at) WHERE status = 'pending';

CREATE INDEX questions_open ON questions (tenant, owner, id) WHERE state = 'open';

CREATE INDEX questions_first ON questions (tenant, owner, first_memory);

CREATE INDEX questions_second ON questions (tenant, owner, second_memory);
