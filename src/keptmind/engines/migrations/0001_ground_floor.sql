CREATE TABLE meta (
  name {text} NOT NULL PRIMARY KEY,
  content {text} NOT NULL
) {clustered};

CREATE TABLE words (
  sort {text} NOT NULL,
  word {text} NOT NULL,
  bit BIGINT NOT NULL,
  PRIMARY KEY (sort, word),
  UNIQUE (sort, bit)
) {clustered};

CREATE TABLE owners (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_revision BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, owner)
) {clustered};

CREATE TABLE user_settings (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  saved_memory_enabled SMALLINT NOT NULL CHECK (saved_memory_enabled IN (0, 1)),
  read_enabled SMALLINT NOT NULL CHECK (read_enabled IN (0, 1)),
  write_enabled SMALLINT NOT NULL CHECK (write_enabled IN (0, 1)),
  auto_extract_enabled SMALLINT NOT NULL CHECK (auto_extract_enabled IN (0, 1)),
  time_zone {text} NOT NULL,
  locale {text} CHECK (locale IN ('en', 'zh')),
  consent_mode {text} CHECK (consent_mode IN ('confirm', 'auto', 'shadow')),
  standing_consent {text} NOT NULL,
  revision BIGINT NOT NULL,
  updated_at BIGINT,
  PRIMARY KEY (tenant, owner)
) {clustered};

CREATE TABLE partitions (
  id {serial},
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  scope_type {text} NOT NULL CHECK (scope_type IN ('conversation', 'assistant', 'account', 'workspace', 'global')),
  scope_id {text} NOT NULL,
  share {text} NOT NULL CHECK (share = 'private' OR substr(share, 1, 6) = 'group:'),
  sensitivity SMALLINT NOT NULL CHECK (sensitivity BETWEEN 0 AND 3),
  purposes BIGINT NOT NULL,
  consent_purposes BIGINT NOT NULL,
  consent_destinations BIGINT NOT NULL,
  row_count BIGINT NOT NULL DEFAULT 0,
  length BIGINT NOT NULL DEFAULT 0,
  next_number BIGINT NOT NULL DEFAULT 0,
  revision BIGINT NOT NULL DEFAULT 0,
  changes_at BIGINT,
  CHECK ((scope_type = 'global') = (scope_id = '')),
  UNIQUE (tenant, owner, scope_type, scope_id, share, sensitivity, purposes, consent_purposes, consent_destinations)
);

CREATE INDEX partitions_shared ON partitions (tenant, share, owner) WHERE share <> 'private';

CREATE TABLE documents (
  partition BIGINT NOT NULL,
  number BIGINT NOT NULL,
  memory_id {text} NOT NULL,
  length BIGINT NOT NULL,
  terms BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  review_after BIGINT,
  bounded SMALLINT NOT NULL CHECK (bounded IN (0, 1)),
  PRIMARY KEY (partition, number)
) {clustered};

CREATE INDEX documents_bounded ON documents (partition, ends_at, starts_at, number, length) WHERE bounded = 1;

CREATE TABLE postings (
  partition BIGINT NOT NULL,
  term BIGINT NOT NULL,
  number BIGINT NOT NULL,
  tf BIGINT NOT NULL,
  PRIMARY KEY (partition, term, number)
) {clustered};

CREATE TABLE memories (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  scope_type {text} NOT NULL CHECK (scope_type IN ('conversation', 'assistant', 'account', 'workspace', 'global')),
  scope_id {text} NOT NULL,
  share {text} NOT NULL CHECK (share = 'private' OR substr(share, 1, 6) = 'group:'),
  memory_key {text},
  title {text},
  content {text} NOT NULL,
  kind {text} NOT NULL CHECK (kind IN ('constraint', 'preference', 'fact', 'state', 'goal', 'event', 'task', 'procedure')),
  target {text} NOT NULL CHECK (target IN ('user', 'agent')),
  subject {text},
  value {text},
  tags {text} NOT NULL,
  source {text} NOT NULL CHECK (source IN ('explicit', 'confirmed', 'manual', 'imported', 'observed', 'inferred')),
  sensitivity SMALLINT NOT NULL CHECK (sensitivity BETWEEN 0 AND 3),
  purposes BIGINT NOT NULL,
  consent_purposes BIGINT NOT NULL,
  consent_destinations BIGINT NOT NULL,
  consent_at BIGINT,
  status {text} NOT NULL CHECK (status IN ('active', 'disputed', 'suppressed', 'archived')),
  pinned_at BIGINT,
  revision BIGINT NOT NULL CHECK (revision >= 1),
  importance DOUBLE PRECISION NOT NULL CHECK (importance BETWEEN 0 AND 1),
  confidence DOUBLE PRECISION NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  content_hash {text} NOT NULL,
  char_count BIGINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  last_confirmed_at BIGINT,
  review_after BIGINT,
  expires_at BIGINT,
  reason {text},
  needs_confirmation SMALLINT NOT NULL CHECK (needs_confirmation IN (0, 1)),
  rule_version BIGINT NOT NULL,
  change_type {text} NOT NULL,
  changed_via {text} NOT NULL,
  source_candidate {text},
  partition BIGINT NOT NULL,
  number BIGINT,
  CHECK ((scope_type = 'global') = (scope_id = '')),
  CHECK ((status = 'active') = (number IS NOT NULL)),
  CHECK (sensitivity <> 2 OR consent_at IS NOT NULL),
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE UNIQUE INDEX memories_live_key ON memories (tenant, owner, scope_type, scope_id, memory_key)
  WHERE memory_key IS NOT NULL AND status <> 'archived';

CREATE UNIQUE INDEX memories_id ON memories (id);

CREATE INDEX memories_standing ON memories (tenant, owner, kind) WHERE status = 'active' AND kind IN ('constraint', 'preference');

CREATE INDEX memories_hash ON memories (tenant, owner, content_hash);

CREATE TABLE memory_usage (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_id {text} NOT NULL,
  recall_count BIGINT NOT NULL DEFAULT 0,
  last_recalled_at BIGINT,
  last_used_at BIGINT,
  PRIMARY KEY (tenant, owner, memory_id)
) {clustered};

CREATE TABLE memory_versions (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_id {text} NOT NULL,
  revision BIGINT NOT NULL,
  whole {text} NOT NULL,
  updated_at BIGINT NOT NULL,
  change_type {text} NOT NULL,
  changed_via {text} NOT NULL,
  source_candidate {text},
  PRIMARY KEY (tenant, owner, memory_id, revision)
) {clustered};

CREATE TABLE evidence (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_id {text} NOT NULL,
  id {text} NOT NULL,
  source {text} NOT NULL CHECK (source IN ('explicit', 'confirmed', 'manual', 'imported', 'observed', 'inferred')),
  role {text} NOT NULL,
  sign SMALLINT NOT NULL CHECK (sign IN (-1, 1)),
  conversation {text},
  run {text},
  turn_id {text},
  occurred_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  fingerprint {text} NOT NULL,
  quote {text},
  note {text},
  PRIMARY KEY (tenant, owner, memory_id, id)
) {clustered};

CREATE TABLE memory_candidates (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  operation {text} NOT NULL CHECK (operation IN ('create', 'update', 'replace', 'remove')),
  target_memory_id {text},
  expected_revision BIGINT,
  proposed {text},
  fingerprint {text} NOT NULL,
  scope_type {text} NOT NULL,
  scope_id {text} NOT NULL,
  rule {text} NOT NULL,
  source_conversation {text},
  source_turn {text},
  status {text} NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'expired', 'auto_applied')),
  resulting_memory {text},
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE INDEX memory_candidates_fingerprint ON memory_candidates (tenant, owner, fingerprint);

CREATE INDEX memory_candidates_target ON memory_candidates (tenant, owner, target_memory_id);

CREATE TABLE rejected_fingerprints (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  scope {text} NOT NULL,
  fingerprint {text} NOT NULL,
  rejected_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, scope, fingerprint)
) {clustered};

CREATE TABLE tombstones (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_id {text} NOT NULL,
  scope {text} NOT NULL,
  revision BIGINT NOT NULL,
  fingerprint {text} NOT NULL,
  blocks_relearning SMALLINT NOT NULL CHECK (blocks_relearning IN (0, 1)),
  erased_at BIGINT NOT NULL,
  operation {text} NOT NULL,
  PRIMARY KEY (tenant, owner, memory_id, revision)
) {clustered};

CREATE INDEX tombstones_fingerprint ON tombstones (tenant, owner, fingerprint);

CREATE TABLE deletions (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  state {text} NOT NULL CHECK (state IN ('unreadable', 'derived_cleaned', 'bytes_gone')),
  memory_ids {text} NOT NULL,
  requested_at BIGINT NOT NULL,
  completed_at BIGINT,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE INDEX deletions_unfinished ON deletions (id) WHERE state <> 'bytes_gone';

CREATE TABLE deletion_steps (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  deletion_id {text} NOT NULL,
  position BIGINT NOT NULL,
  name {text} NOT NULL,
  state {text} NOT NULL CHECK (state IN ('pending', 'done', 'failing')),
  attempts BIGINT NOT NULL,
  note {text} NOT NULL,
  PRIMARY KEY (tenant, owner, deletion_id, position)
) {clustered};

CREATE TABLE audit_events (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  at BIGINT NOT NULL,
  action {text} NOT NULL,
  caller {text} NOT NULL,
  purpose {text} NOT NULL,
  scope {text} NOT NULL,
  memory_ids {text} NOT NULL,
  rule {text} NOT NULL,
  rule_version BIGINT NOT NULL,
  revision BIGINT,
  fingerprint {text} NOT NULL,
  request_id {text} NOT NULL,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE TABLE turns (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  conversation {text} NOT NULL,
  role {text} NOT NULL,
  content {text},
  text_hash {text} NOT NULL,
  occurred_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE TABLE jobs (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  task {text} NOT NULL,
  dedupe_key {text} NOT NULL,
  subject_ids {text} NOT NULL,
  state {text} NOT NULL CHECK (state IN ('ready', 'leased', 'done', 'dead')),
  attempts BIGINT NOT NULL,
  ready_at BIGINT NOT NULL,
  leased_until BIGINT,
  last_error {text},
  PRIMARY KEY (tenant, owner, id),
  UNIQUE (tenant, owner, dedupe_key)
);

CREATE TABLE vectors (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  memory_id {text} NOT NULL,
  model {text} NOT NULL,
  dimension BIGINT NOT NULL,
  text_hash {text} NOT NULL,
  embedding {blob},
  PRIMARY KEY (tenant, owner, memory_id)
) {clustered};

CREATE TABLE derived (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  sort {text} NOT NULL,
  version BIGINT NOT NULL,
  state {text} NOT NULL CHECK (state IN ('current', 'stale', 'withdrawn')),
  content {text},
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE TABLE derived_sources (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  derived_id {text} NOT NULL,
  sentence BIGINT NOT NULL,
  memory_id {text} NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, derived_id, sentence, memory_id)
) {clustered};

CREATE INDEX derived_sources_memory ON derived_sources (tenant, owner, memory_id);

CREATE TABLE questions (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  first_memory {text} NOT NULL,
  second_memory {text} NOT NULL,
  state {text} NOT NULL CHECK (state IN ('open', 'answered', 'withdrawn')),
  asked_at BIGINT NOT NULL,
  answered_at BIGINT,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE TABLE callers (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  name {text} NOT NULL,
  key_prefix {text} NOT NULL,
  key_hash {text} NOT NULL,
  grants {text} NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  PRIMARY KEY (tenant, owner, id),
  UNIQUE (key_hash)
);

CREATE TABLE groups (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, id)
) {clustered};

CREATE TABLE group_members (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  group_id {text} NOT NULL,
  member {text} NOT NULL,
  joined_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, owner, group_id, member)
) {clustered};

CREATE TABLE governance_runs (
  tenant {text} NOT NULL,
  owner {text} NOT NULL,
  id {text} NOT NULL,
  job {text} NOT NULL,
  mode {text} NOT NULL CHECK (mode IN ('shadow', 'applied', 'undone')),
  counts {text} NOT NULL,
  snapshot {blob},
  started_at BIGINT NOT NULL,
  finished_at BIGINT,
  PRIMARY KEY (tenant, owner, id)
) {clustered};
