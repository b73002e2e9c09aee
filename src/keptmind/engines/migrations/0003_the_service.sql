CREATE TABLE replies (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  caller {text} NOT NULL,
  request {text} NOT NULL,
  asked {text} NOT NULL,
  outcome {text} NOT NULL,
  memory_id {text},
  candidate_id {text},
  rule {text} NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, caller, request)
) {clustered};

ALTER TABLE user_settings ADD COLUMN delivery {text} NOT NULL DEFAULT '{}';

CREATE INDEX audit_alerts ON audit_events (tenant, id) WHERE action = 'memory.alert';
