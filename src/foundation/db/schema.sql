create table public.access_grant (
  space uuid not null,
  object uuid not null,
  subject uuid not null,
  rights text[] not null,
  comment text not null default ''::text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint access_grant_pkey PRIMARY KEY (space, object, subject)
);
CREATE INDEX access_grant_of ON public.access_grant USING btree (subject, space, object) INCLUDE (rights);

create table public.access_setting (
  path text not null,
  setting jsonb not null,
  rev bigint not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint access_setting_pkey PRIMARY KEY (path)
);

create table public.application (
  id uuid not null,
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  version integer not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  constraint application_pkey PRIMARY KEY (id),
  constraint application_namespace_code_key UNIQUE (namespace, code)
);

create table public.audit (
  id uuid not null,
  at timestamp with time zone not null default platform_now(),
  turn bigint not null default audit_turn(pg_current_xact_id()),
  user_id uuid not null,
  token_id uuid,
  operation text,
  object text not null,
  before jsonb,
  after jsonb,
  outcome text not null,
  code text,
  request_id text,
  constraint audit_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text]))),
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_by_turn ON public.audit USING btree (turn);

create table public.audit_seal (
  no bigint not null,
  day date not null,
  sealed_at timestamp with time zone not null default platform_now(),
  from_turn bigint not null,
  to_turn bigint not null,
  rows integer not null,
  oldest timestamp with time zone not null,
  newest timestamp with time zone not null,
  hash bytea not null,
  marks bytea not null,
  constraint audit_seal_pkey PRIMARY KEY (no)
);
CREATE INDEX audit_seal_by_day ON public.audit_seal USING btree (day, no);

create table public.backup (
  id uuid not null,
  name text not null,
  state text not null,
  origin text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  ended_at timestamp with time zone,
  host text,
  beat_at timestamp with time zone,
  total double precision not null default 0,
  processed double precision not null default 0,
  bytes bigint,
  sha256 bytea,
  counts jsonb,
  problem text,
  constraint backup_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX backup_running ON public.backup USING btree ((true)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table public.blob (
  sha256 bytea not null,
  size bigint not null,
  kept_at timestamp with time zone not null,
  constraint blob_pkey PRIMARY KEY (sha256)
);

create table public.blob_text (
  sha256 bytea not null,
  state text not null default 'waiting'::text,
  words tsvector,
  excerpt text,
  reason text,
  waiting_since timestamp with time zone not null default platform_now(),
  tries integer not null default 0,
  taken_until timestamp with time zone,
  extracted_at timestamp with time zone,
  owner uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint blob_text_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'none'::text, 'failed'::text]))),
  constraint blob_text_sha256_fkey FOREIGN KEY (sha256) REFERENCES blob(sha256) ON DELETE CASCADE,
  constraint blob_text_pkey PRIMARY KEY (sha256)
);
CREATE INDEX blob_text_waiting ON public.blob_text USING btree (owner, waiting_since) WHERE (state = 'waiting'::text);
CREATE INDEX blob_text_words ON public.blob_text USING gin (words);

create table public.catalog (
  one boolean not null default true,
  version bigint not null,
  constraint catalog_one_check CHECK (one),
  constraint catalog_pkey PRIMARY KEY (one)
);

create table public.contract (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint contract_pkey PRIMARY KEY (namespace, code)
);
CREATE UNIQUE INDEX contract_path ON public.contract USING btree (lower(namespace), lower(code));

create table public.data_report (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  sql text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint data_report_pkey PRIMARY KEY (namespace, code)
);
CREATE UNIQUE INDEX data_report_path ON public.data_report USING btree (lower(namespace), lower(code));

create table public.decision (
  namespace text not null,
  code text not null,
  solution text not null,
  name text not null,
  description text not null,
  version integer not null,
  hash text not null,
  summary jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  constraint decision_pkey PRIMARY KEY (namespace, code)
);
CREATE UNIQUE INDEX decision_path ON public.decision USING btree (lower(namespace), lower(code));

create table public.decision_version (
  namespace text not null,
  code text not null,
  version integer not null,
  dmn bytea not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint decision_version_pkey PRIMARY KEY (namespace, code, version)
);

create table public.definition_text (
  kind text not null,
  path text not null,
  solution text not null,
  texts jsonb not null,
  constraint definition_text_pkey PRIMARY KEY (kind, path)
);

create table public.directory (
  id uuid not null,
  parent uuid,
  parents uuid[] not null,
  name text not null,
  name_key text not null,
  is_system boolean not null default false,
  unique_names boolean not null default true,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  app uuid,
  element uuid,
  constraint directory_parent_fkey FOREIGN KEY (parent) REFERENCES directory(id),
  constraint directory_pkey PRIMARY KEY (id)
);
CREATE INDEX directory_creator ON public.directory USING btree (created_by);
CREATE UNIQUE INDEX directory_element ON public.directory USING btree (element) WHERE (element IS NOT NULL);
CREATE UNIQUE INDEX directory_name ON public.directory USING btree (parent, name_key) WHERE (deleted_at IS NULL);
CREATE INDEX directory_parents ON public.directory USING gin (parents);

create table public.disposal_act (
  id uuid not null,
  number text not null,
  comment text not null,
  at timestamp with time zone not null,
  by uuid not null,
  constraint disposal_act_pkey PRIMARY KEY (id)
);

create table public.disposal_act_case (
  act uuid not null,
  case_id uuid not null,
  constraint disposal_act_case_act_fkey FOREIGN KEY (act) REFERENCES disposal_act(id),
  constraint disposal_act_case_case_id_fkey FOREIGN KEY (case_id) REFERENCES nomenclature_case(id),
  constraint disposal_act_case_pkey PRIMARY KEY (act, case_id)
);

create table public.document_template (
  namespace text not null,
  code text not null,
  solution text not null,
  name text not null,
  version integer not null,
  format text not null,
  hash text not null,
  settings jsonb not null,
  outline jsonb,
  file bytea not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint document_template_pkey PRIMARY KEY (namespace, code)
);
CREATE UNIQUE INDEX document_template_path ON public.document_template USING btree (lower(namespace), lower(code));

create table public.dropped_field (
  app uuid not null,
  kept_as text not null,
  entry jsonb not null,
  dropped_at timestamp with time zone not null,
  constraint dropped_field_pkey PRIMARY KEY (app, kept_as)
);

create table public.element (
  app uuid not null,
  id uuid not null,
  idx bigint not null,
  name text,
  status integer,
  status_group uuid,
  directory uuid,
  external_id text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  rev bigint not null,
  status_history jsonb not null,
  subscribers jsonb not null,
  body jsonb not null,
  turn bigint not null default audit_turn(pg_current_xact_id()),
  constraint element_pkey PRIMARY KEY (app, id)
) partition by LIST (app);
CREATE INDEX element_newest ON ONLY public.element USING btree (app, created_at DESC, id DESC);

create table public.element_comment (
  app uuid not null,
  element uuid not null,
  id uuid not null,
  author uuid not null,
  text text not null,
  mentions uuid[] not null,
  created_at timestamp with time zone not null,
  constraint element_comment_pkey PRIMARY KEY (app, element, id)
);

create table public.element_count (
  app uuid not null,
  slot integer not null,
  live bigint not null default 0,
  all_rows bigint not null default 0,
  writes bigint not null default 0,
  constraint element_count_pkey PRIMARY KEY (app, slot)
) with (fillfactor=50);

create table public.element_default partition of element DEFAULT with (fillfactor=90, toast_tuple_target=3600);

create table public.element_file_version (
  app uuid not null,
  id uuid not null,
  rev bigint not null,
  part bigint not null generated as identity,
  turn bigint not null,
  at timestamp with time zone not null,
  by uuid not null,
  operation text,
  request_id text,
  file uuid not null,
  version integer not null,
  constraint element_file_version_pkey PRIMARY KEY (turn, app, id, rev, part)
);

create table public.element_history (
  app uuid not null,
  id uuid not null,
  rev bigint not null,
  at timestamp with time zone not null,
  by uuid not null,
  action text not null,
  changes jsonb not null,
  turn bigint not null default audit_turn(pg_current_xact_id()),
  token_id uuid,
  operation text,
  request_id text,
  digest_before bytea,
  digest_after bytea,
  published boolean not null default true,
  constraint element_history_digest CHECK ((digest_after IS NOT NULL)) NOT VALID,
  constraint element_history_pkey PRIMARY KEY (app, id, rev)
);
CREATE INDEX element_history_by_turn ON public.element_history USING btree (turn);

create table public.element_index (
  app uuid not null,
  next bigint not null,
  constraint element_index_pkey PRIMARY KEY (app)
);

create table public.element_key (
  app uuid not null,
  key text not null,
  value text not null,
  id uuid not null,
  constraint element_key_pkey PRIMARY KEY (app, key, value)
);
CREATE INDEX element_key_of ON public.element_key USING btree (id);

create table public.element_proof (
  app uuid not null,
  id uuid not null,
  no bigint not null generated as identity,
  rev bigint not null,
  at timestamp with time zone not null default platform_now(),
  turn bigint not null default audit_turn(pg_current_xact_id()),
  cause text not null,
  digest_before bytea,
  digest_after bytea not null,
  constraint element_proof_pkey PRIMARY KEY (app, id, no)
);
CREATE INDEX element_proof_by_turn ON public.element_proof USING btree (turn);

create table public.event_reader (
  name text not null,
  turn bigint not null,
  app uuid not null,
  id uuid not null,
  rev bigint not null,
  part bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint event_reader_pkey PRIMARY KEY (name)
);

create table public.field_table (
  app uuid not null,
  columns text[],
  filling text[],
  filled_to uuid,
  outdated_since timestamp with time zone,
  format integer not null default 0,
  constraint field_table_pkey PRIMARY KEY (app)
);

create table public.file (
  id uuid not null,
  directory uuid not null,
  name text not null,
  name_key text,
  original_name text not null,
  hash uuid not null,
  version integer not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  words tsvector generated as (to_tsvector('file_words'::regconfig, regexp_replace(lower(name), '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+'::text, ' '::text, 'g'::text))),
  constraint file_directory_fkey FOREIGN KEY (directory) REFERENCES directory(id),
  constraint file_pkey PRIMARY KEY (id)
);
CREATE INDEX file_bin ON public.file USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX file_created ON public.file USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX file_creator ON public.file USING btree (created_by, created_at DESC);
CREATE INDEX file_hash ON public.file USING btree (hash);
CREATE UNIQUE INDEX file_name ON public.file USING btree (directory, name_key) WHERE (deleted_at IS NULL);
CREATE INDEX file_name_part ON public.file USING gin (lower((name COLLATE "und-x-icu")) gin_trgm_ops);
CREATE INDEX file_newest ON public.file USING btree (directory, created_at DESC, id DESC);
CREATE INDEX file_words ON public.file USING gin (words);

create table public.file_total (
  slot integer not null,
  bytes bigint not null,
  constraint file_total_pkey PRIMARY KEY (slot)
) with (fillfactor=50);

create table public.file_usage (
  user_id uuid not null,
  slot integer not null,
  bytes bigint not null,
  constraint file_usage_pkey PRIMARY KEY (user_id, slot)
) with (fillfactor=50);

create table public.file_use (
  app uuid not null,
  element uuid not null,
  field text not null,
  file uuid not null,
  constraint file_use_pkey PRIMARY KEY (app, element, field, file)
);
CREATE INDEX file_use_file ON public.file_use USING btree (file);

create table public.file_version (
  file uuid not null,
  no integer not null,
  sha256 bytea not null,
  size bigint not null,
  mime text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  hash uuid,
  constraint file_version_file_fkey FOREIGN KEY (file) REFERENCES file(id),
  constraint file_version_sha256_fkey FOREIGN KEY (sha256) REFERENCES blob(sha256),
  constraint file_version_pkey PRIMARY KEY (file, no)
);
CREATE INDEX file_version_bytes ON public.file_version USING btree (sha256);

create table public.generated_document (
  app uuid not null,
  element uuid not null,
  namespace text not null,
  code text not null,
  field text not null,
  format text not null,
  file uuid not null,
  template_version integer not null,
  generated_at timestamp with time zone not null,
  generated_by uuid not null,
  constraint generated_document_pkey PRIMARY KEY (app, element, namespace, code, field, format)
);

create table public.group_member (
  group_id uuid not null,
  member uuid not null,
  kind text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  from_solution boolean not null default false,
  constraint group_member_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'group'::text, 'position'::text, 'department'::text]))),
  constraint group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_group(id),
  constraint group_member_pkey PRIMARY KEY (group_id, member)
);
CREATE INDEX group_member_down ON public.group_member USING btree (group_id, kind, member);
CREATE INDEX group_member_up ON public.group_member USING btree (member, group_id);

create table public.idempotency_key (
  id bytea not null,
  fingerprint bytea not null,
  request_id text not null,
  object text not null,
  at timestamp with time zone not null,
  constraint idempotency_key_pkey PRIMARY KEY (id)
);
CREATE INDEX idempotency_key_at ON public.idempotency_key USING btree (at);

create table public.import (
  app uuid not null,
  id uuid not null,
  namespace text not null,
  code text not null,
  user_id uuid not null,
  state text not null,
  file jsonb not null,
  options jsonb not null,
  total integer,
  processed integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  row_reached integer not null default 0,
  run integer not null default 0,
  ignored_columns jsonb not null default '[]'::jsonb,
  errors jsonb not null default '[]'::jsonb,
  undone integer not null default 0,
  kept jsonb not null default '[]'::jsonb,
  undo_reached uuid,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint import_pkey PRIMARY KEY (app, id)
);
CREATE UNIQUE INDEX import_active ON public.import USING btree (app) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX import_by_id ON public.import USING btree (id);
CREATE INDEX import_newest ON public.import USING btree (app, created_at DESC, id DESC);
CREATE INDEX import_newest_of_all ON public.import USING btree (created_at DESC, id DESC);
CREATE INDEX import_of_user ON public.import USING btree (user_id, created_at DESC, id DESC);

create table public.import_mapping (
  user_id uuid not null,
  app uuid not null,
  mapping jsonb not null,
  updated_at timestamp with time zone not null,
  constraint import_mapping_pkey PRIMARY KEY (user_id, app)
);

create table public.import_row (
  app uuid not null,
  import uuid not null,
  row_no integer not null,
  result text not null,
  element uuid,
  rev bigint,
  error text,
  constraint import_row_pkey PRIMARY KEY (app, import, row_no)
);
CREATE INDEX import_row_written ON public.import_row USING btree (app, import, element) WHERE (result = ANY (ARRAY['created'::text, 'updated'::text]));

create table public.import_trial (
  app uuid not null,
  import uuid not null,
  key text not null,
  value text not null,
  element uuid not null,
  state jsonb not null,
  constraint import_trial_pkey PRIMARY KEY (app, import, key, value)
);

create table public.invitation (
  user_id uuid not null,
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint invitation_pkey PRIMARY KEY (user_id),
  constraint invitation_hash_key UNIQUE (hash)
);

create table public.job (
  id uuid not null,
  kind text not null,
  state text not null,
  settings jsonb not null,
  total bigint not null default 0,
  processed bigint not null default 0,
  failed bigint not null default 0,
  result jsonb not null default '{}'::jsonb,
  problem jsonb,
  run integer not null default 0,
  only_one text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint job_pkey PRIMARY KEY (id)
);
CREATE INDEX job_ended ON public.job USING btree (kind, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX job_of_user ON public.job USING btree (created_by, id DESC);
CREATE UNIQUE INDEX job_only_one ON public.job USING btree (only_one) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX job_open ON public.job USING btree (created_by) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table public.job_item (
  job uuid not null,
  "position" integer not null,
  subject uuid not null,
  part uuid,
  state text,
  reasons jsonb,
  constraint job_item_pkey PRIMARY KEY (job, "position")
);

create table public.legal_hold (
  id uuid not null,
  case_id uuid,
  app uuid,
  element uuid,
  reason text not null,
  placed_at timestamp with time zone not null,
  placed_by uuid not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_reason text,
  constraint legal_hold_check CHECK ((((case_id IS NULL) = (element IS NOT NULL)) AND ((app IS NULL) = (element IS NULL)))),
  constraint legal_hold_case_id_fkey FOREIGN KEY (case_id) REFERENCES nomenclature_case(id),
  constraint legal_hold_pkey PRIMARY KEY (id)
);
CREATE INDEX legal_hold_case ON public.legal_hold USING btree (case_id) WHERE ((lifted_at IS NULL) AND (case_id IS NOT NULL));
CREATE INDEX legal_hold_element ON public.legal_hold USING btree (app, element) WHERE ((lifted_at IS NULL) AND (element IS NOT NULL));
CREATE INDEX legal_hold_newest ON public.legal_hold USING btree (placed_at DESC, id DESC);

create table public.list_index (
  app uuid not null,
  shape text not null,
  index_name text not null,
  uses bigint not null,
  spent_ms bigint not null,
  used_on date not null,
  wanted_since timestamp with time zone,
  refused_on date,
  constraint list_index_pkey PRIMARY KEY (app, shape)
);
CREATE INDEX list_index_wanted ON public.list_index USING btree (app) WHERE (wanted_since IS NOT NULL);

create table public.marketing_category (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint marketing_category_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX marketing_category_name ON public.marketing_category USING btree (lower(name));

create table public.marketing_member (
  segment uuid not null,
  subscriber uuid not null,
  added_at timestamp with time zone not null,
  added_by uuid not null,
  constraint marketing_member_segment_fkey FOREIGN KEY (segment) REFERENCES marketing_segment(id) ON DELETE CASCADE,
  constraint marketing_member_subscriber_fkey FOREIGN KEY (subscriber) REFERENCES marketing_subscriber(id) ON DELETE CASCADE,
  constraint marketing_member_pkey PRIMARY KEY (segment, subscriber)
);
CREATE INDEX marketing_member_subscriber ON public.marketing_member USING btree (subscriber);

create table public.marketing_segment (
  id uuid not null,
  name text not null,
  external_id text,
  preference uuid,
  type text not null,
  namespace text,
  code text,
  filter jsonb,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint marketing_segment_check CHECK (((type = 'dynamic'::text) = ((namespace IS NOT NULL) AND (code IS NOT NULL) AND (filter IS NOT NULL)))),
  constraint marketing_segment_type_check CHECK ((type = ANY (ARRAY['static'::text, 'dynamic'::text]))),
  constraint marketing_segment_preference_fkey FOREIGN KEY (preference) REFERENCES marketing_category(id),
  constraint marketing_segment_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX marketing_segment_external_id ON public.marketing_segment USING btree (external_id);

create table public.marketing_setting (
  only_one boolean not null default true,
  enabled boolean not null,
  groups jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint marketing_setting_only_one_check CHECK (only_one),
  constraint marketing_setting_pkey PRIMARY KEY (only_one)
);

create table public.marketing_subscriber (
  id uuid not null,
  address text not null,
  name text not null,
  email text,
  phone text,
  external_id text,
  contact_namespace text,
  contact_code text,
  contact_id uuid,
  consent text not null,
  unsubscribed_at timestamp with time zone,
  bounced_at timestamp with time zone,
  preferences uuid[] not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint marketing_subscriber_check CHECK (((consent = 'withdrawn'::text) = (unsubscribed_at IS NOT NULL))),
  constraint marketing_subscriber_check1 CHECK ((((contact_id IS NULL) = (contact_namespace IS NULL)) AND ((contact_id IS NULL) = (contact_code IS NULL)))),
  constraint marketing_subscriber_consent_check CHECK ((consent = ANY (ARRAY['none'::text, 'given'::text, 'withdrawn'::text]))),
  constraint marketing_subscriber_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX marketing_subscriber_address ON public.marketing_subscriber USING btree (address);
CREATE INDEX marketing_subscriber_contact ON public.marketing_subscriber USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX marketing_subscriber_newest ON public.marketing_subscriber USING btree (created_at, id);

create table public.migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table public.module (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint module_check CHECK ((namespace = code)),
  constraint module_pkey PRIMARY KEY (code)
);
CREATE UNIQUE INDEX module_code ON public.module USING btree (lower(code));

create table public.module_state (
  module text not null,
  enabled boolean,
  settings jsonb not null default '{}'::jsonb,
  secrets jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint module_state_module_fkey FOREIGN KEY (module) REFERENCES module(code) ON DELETE CASCADE,
  constraint module_state_pkey PRIMARY KEY (module)
);

create table public.namespace (
  code text not null,
  solution text not null,
  name text not null,
  icon text,
  place integer not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  visible_to jsonb,
  constraint namespace_pkey PRIMARY KEY (code)
);

create table public.nomenclature_case (
  id uuid not null,
  directory uuid not null,
  office uuid not null,
  docflow text not null,
  name text not null,
  index text,
  year integer not null,
  state text not null,
  transitional boolean not null default false,
  previous uuid,
  settings jsonb not null,
  serial uuid not null,
  retention jsonb,
  responsible uuid,
  place text,
  media text,
  note text,
  opened_on date,
  closed_on date,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  constraint nomenclature_case_docflow_check CHECK ((docflow = ANY (ARRAY['input'::text, 'output'::text, 'internal'::text]))),
  constraint nomenclature_case_media_check CHECK ((media = ANY (ARRAY['paper'::text, 'electronic'::text, 'mixed'::text]))),
  constraint nomenclature_case_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text, 'archived'::text, 'disposed'::text]))),
  constraint nomenclature_case_directory_fkey FOREIGN KEY (directory) REFERENCES nomenclature_directory(id),
  constraint nomenclature_case_office_fkey FOREIGN KEY (office) REFERENCES nomenclature_directory(id),
  constraint nomenclature_case_pkey PRIMARY KEY (id)
);
CREATE INDEX nomenclature_case_directory ON public.nomenclature_case USING btree (directory);
CREATE UNIQUE INDEX nomenclature_case_index ON public.nomenclature_case USING btree (office, year, lower(index)) WHERE ((index IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX nomenclature_case_newest ON public.nomenclature_case USING btree (created_at DESC, id DESC);
CREATE INDEX nomenclature_case_serial ON public.nomenclature_case USING btree (serial);

create table public.nomenclature_directory (
  id uuid not null,
  kind text not null,
  name text not null,
  code text,
  parent uuid,
  office uuid not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  constraint nomenclature_directory_check CHECK (((kind = 'place'::text) = (parent IS NULL))),
  constraint nomenclature_directory_kind_check CHECK ((kind = ANY (ARRAY['place'::text, 'section'::text]))),
  constraint nomenclature_directory_parent_fkey FOREIGN KEY (parent) REFERENCES nomenclature_directory(id),
  constraint nomenclature_directory_pkey PRIMARY KEY (id)
);
CREATE INDEX nomenclature_directory_children ON public.nomenclature_directory USING btree (parent);
CREATE INDEX nomenclature_directory_newest ON public.nomenclature_directory USING btree (created_at DESC, id DESC);

create table public.nomenclature_template (
  case_id uuid not null,
  no integer not null,
  template text not null,
  since timestamp with time zone not null,
  by uuid not null,
  constraint nomenclature_template_case_id_fkey FOREIGN KEY (case_id) REFERENCES nomenclature_case(id),
  constraint nomenclature_template_pkey PRIMARY KEY (case_id, no)
);

create table public.notification (
  user_id uuid not null,
  id uuid not null,
  key text not null,
  kind text not null,
  event text not null,
  title text not null,
  text text not null,
  about jsonb not null,
  by uuid,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  is_listed boolean not null,
  mail uuid,
  constraint notification_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX notification_age ON public.notification USING btree (created_at);
CREATE INDEX notification_newest ON public.notification USING btree (user_id, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX notification_of_mail ON public.notification USING btree (user_id, mail) WHERE (mail IS NOT NULL);
CREATE UNIQUE INDEX notification_once ON public.notification USING btree (user_id, key);
CREATE INDEX notification_unread ON public.notification USING btree (user_id) WHERE ((read_at IS NULL) AND is_listed);

create table public.notification_fact (
  id uuid not null,
  key text not null,
  event text not null,
  receivers uuid[] not null,
  about jsonb not null,
  app uuid,
  details jsonb not null,
  by uuid,
  at timestamp with time zone not null,
  constraint notification_fact_pkey PRIMARY KEY (id)
);

create table public.notification_mail (
  user_id uuid not null,
  id uuid not null,
  due_at timestamp with time zone not null,
  state text not null,
  problem text,
  ended_at timestamp with time zone,
  constraint notification_mail_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX notification_mail_age ON public.notification_mail USING btree (due_at);
CREATE UNIQUE INDEX notification_mail_waiting ON public.notification_mail USING btree (user_id, due_at) WHERE (state = 'waiting'::text);

create table public.notification_settings (
  user_id uuid not null,
  language text,
  mail text,
  daily_at text,
  kinds jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id)
);

create table public.org_holder (
  item uuid not null,
  user_id uuid not null,
  single boolean not null,
  constraint org_holder_item_fkey FOREIGN KEY (item) REFERENCES org_item(id),
  constraint org_holder_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint org_holder_pkey PRIMARY KEY (item, user_id)
);
CREATE UNIQUE INDEX org_holder_single ON public.org_holder USING btree (item) WHERE single;
CREATE INDEX org_holder_user ON public.org_holder USING btree (user_id);

create table public.org_item (
  id uuid not null,
  kind text not null,
  parent uuid,
  name text not null,
  code text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  constraint org_item_kind_check CHECK ((kind = ANY (ARRAY['department'::text, 'position'::text, 'position_type'::text]))),
  constraint org_item_parent_fkey FOREIGN KEY (parent) REFERENCES org_item(id),
  constraint org_item_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX org_item_code ON public.org_item USING btree (lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX org_item_parent ON public.org_item USING btree (parent);
CREATE UNIQUE INDEX org_item_root ON public.org_item USING btree ((true)) WHERE ((parent IS NULL) AND (deleted_at IS NULL));

create table public.password (
  user_id uuid not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  changed_by uuid not null,
  constraint password_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint password_pkey PRIMARY KEY (user_id)
);

create table public.process_broadcast (
  id uuid not null,
  name text not null,
  variables jsonb not null,
  by uuid not null,
  created_at timestamp with time zone not null,
  instance uuid not null,
  wait uuid not null,
  waits uuid[],
  hops integer not null default 0,
  sender uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  taken text[] not null default '{}'::text[],
  constraint process_broadcast_pkey PRIMARY KEY (id)
);

create table public.process_calendar (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint process_calendar_pkey PRIMARY KEY (namespace, code)
);

create table public.process_count (
  template uuid not null,
  slot integer not null,
  all_rows bigint not null default 0,
  active bigint not null default 0,
  exec_rows bigint not null default 0,
  wait_rows bigint not null default 0,
  done_rows bigint not null default 0,
  cancel_rows bigint not null default 0,
  error_rows bigint not null default 0,
  constraint process_count_pkey PRIMARY KEY (template, slot)
) with (fillfactor=50);

create table public.process_draft (
  namespace text not null,
  code text not null,
  revision bigint not null,
  xml text not null,
  base_version integer,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint process_draft_pkey PRIMARY KEY (namespace, code)
);

create table public.process_history (
  instance uuid not null,
  rev bigint not null,
  at timestamp with time zone not null,
  template uuid not null,
  version integer not null,
  by uuid not null,
  stimulus jsonb not null,
  events jsonb not null,
  constraint process_history_pkey PRIMARY KEY (instance, rev)
);
CREATE INDEX process_history_of_template ON public.process_history USING btree (template, at);

create table public.process_incident (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version integer not null,
  element text not null,
  kind text not null,
  message text not null,
  message_hash text not null,
  state text not null,
  opened_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  constraint process_incident_pkey PRIMARY KEY (instance, id)
);
CREATE INDEX process_incident_id ON public.process_incident USING btree (id);
CREATE INDEX process_incident_open ON public.process_incident USING btree (template, element, opened_at) WHERE (state = 'open'::text);

create table public.process_instance (
  id uuid not null,
  template uuid not null,
  version integer not null,
  rev bigint not null,
  state text not null,
  name text not null,
  context jsonb not null,
  execution jsonb,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  ended_at timestamp with time zone,
  parent uuid,
  root uuid not null,
  callers uuid[],
  item_app uuid,
  item uuid,
  target text,
  outcome jsonb,
  start_key text,
  constraint process_instance_pkey PRIMARY KEY (id)
) with (fillfactor=70);
CREATE INDEX process_instance_initiator ON public.process_instance USING btree (created_by, created_at DESC, id DESC);
CREATE INDEX process_instance_item ON public.process_instance USING btree (item) WHERE (item IS NOT NULL);
CREATE INDEX process_instance_newest ON public.process_instance USING btree (template, created_at DESC, id DESC);
CREATE INDEX process_instance_parent ON public.process_instance USING btree (parent) WHERE (parent IS NOT NULL);
CREATE INDEX process_instance_root ON public.process_instance USING btree (root) WHERE (parent IS NOT NULL);
CREATE INDEX process_instance_running ON public.process_instance USING btree (template, created_at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX process_instance_running_item ON public.process_instance USING btree (item_app, item) WHERE ((ended_at IS NULL) AND (item IS NOT NULL));
CREATE UNIQUE INDEX process_instance_start ON public.process_instance USING btree (template, start_key) WHERE (start_key IS NOT NULL);
CREATE INDEX process_instance_state ON public.process_instance USING btree (template, state, created_at DESC, id DESC);
CREATE INDEX process_instance_target ON public.process_instance USING btree (target) WHERE (target IS NOT NULL);

create table public.process_origin (
  instance uuid not null,
  variable text not null,
  app uuid not null,
  element uuid not null,
  field text not null,
  constraint process_origin_instance_fkey FOREIGN KEY (instance) REFERENCES process_instance(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint process_origin_pkey PRIMARY KEY (instance, variable, app, element, field)
);

create table public.process_origin_backfill (
  after uuid not null,
  until timestamp with time zone not null
);

create table public.process_pending_start (
  id uuid not null,
  template uuid not null,
  element text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  details jsonb not null,
  created_at timestamp with time zone not null,
  constraint process_pending_start_pkey PRIMARY KEY (id)
);
CREATE INDEX process_pending_start_due ON public.process_pending_start USING btree (due_at);

create table public.process_restore_point (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version integer not null,
  element text not null,
  settings jsonb not null,
  input jsonb not null,
  state text not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  answer_hash text,
  constraint process_restore_point_pkey PRIMARY KEY (instance, id)
);
CREATE INDEX process_restore_point_id ON public.process_restore_point USING btree (id);
CREATE INDEX process_restore_point_open ON public.process_restore_point USING btree (created_at, id) WHERE (state = 'open'::text);

create table public.process_start (
  template uuid not null,
  element text not null,
  version integer not null,
  kind text not null,
  due_at timestamp with time zone,
  name text,
  app uuid,
  settings jsonb not null,
  remaining integer,
  armed_at timestamp with time zone,
  is_planned boolean not null default false,
  failures integer not null default 0,
  last_failure jsonb,
  constraint process_start_pkey PRIMARY KEY (template, element)
);
CREATE INDEX process_start_app ON public.process_start USING btree (app) WHERE (app IS NOT NULL);
CREATE INDEX process_start_due ON public.process_start USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX process_start_event ON public.process_start USING btree (name) WHERE (name IS NOT NULL);

create table public.process_start_depth (
  instance uuid not null,
  depth integer not null,
  hops integer not null default 0,
  at timestamp with time zone not null,
  constraint process_start_depth_pkey PRIMARY KEY (instance)
);
CREATE INDEX process_start_depth_at ON public.process_start_depth USING btree (at);

create table public.process_task (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version integer not null,
  element text not null,
  type text not null,
  subject text not null,
  state text not null,
  assignee uuid,
  candidates uuid[],
  owner uuid,
  asked uuid[],
  participants uuid[],
  due_at timestamp with time zone,
  priority integer not null default 0,
  item_app uuid,
  item uuid,
  created_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome jsonb,
  settings jsonb not null,
  rev bigint not null default 0,
  turn bigint not null default audit_turn(pg_current_xact_id()),
  constraint process_task_pkey PRIMARY KEY (instance, id)
) with (fillfactor=80);
CREATE INDEX process_task_asked ON public.process_task USING gin (asked) WHERE ((ended_at IS NULL) AND (asked IS NOT NULL));
CREATE INDEX process_task_assignee ON public.process_task USING btree (assignee) WHERE (assignee IS NOT NULL);
CREATE INDEX process_task_by_turn ON public.process_task USING btree (turn);
CREATE INDEX process_task_candidates ON public.process_task USING gin (candidates) WHERE ((ended_at IS NULL) AND (assignee IS NULL));
CREATE INDEX process_task_id ON public.process_task USING btree (id);
CREATE INDEX process_task_item ON public.process_task USING btree (item_app, item) WHERE ((ended_at IS NULL) AND (item IS NOT NULL));
CREATE INDEX process_task_of_assignee ON public.process_task USING btree (assignee, created_at DESC, id DESC) WHERE ((ended_at IS NULL) AND (assignee IS NOT NULL));
CREATE INDEX process_task_open ON public.process_task USING btree (template, created_at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX process_task_owner ON public.process_task USING btree (owner) WHERE ((ended_at IS NULL) AND (owner IS NOT NULL));
CREATE INDEX process_task_participants ON public.process_task USING gin (participants) WHERE (participants IS NOT NULL);
CREATE INDEX process_task_performer ON public.process_task USING btree (((outcome ->> 'by'::text))) WHERE (outcome ? 'by'::text);
CREATE INDEX process_task_substitute ON public.process_task USING btree (((outcome ->> 'by'::text))) WHERE (outcome ? 'onBehalfOf'::text);

create table public.process_task_event (
  instance uuid not null,
  task uuid not null,
  id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  by uuid,
  on_behalf_of uuid,
  details jsonb not null,
  constraint process_task_event_pkey PRIMARY KEY (instance, task, id)
);

create table public.process_template (
  id uuid not null,
  namespace text not null,
  code text not null,
  solution text,
  part_of uuid,
  name text not null default ''::text,
  definition jsonb not null,
  hash text not null default ''::text,
  applied_hash text,
  version integer not null default 0,
  retired_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  was_open boolean not null default false,
  constraint process_template_pkey PRIMARY KEY (id)
);
CREATE INDEX process_template_parts ON public.process_template USING btree (part_of) WHERE (part_of IS NOT NULL);
CREATE UNIQUE INDEX process_template_path ON public.process_template USING btree (lower(namespace), lower(code));

create table public.process_version (
  template uuid not null,
  version integer not null,
  bpmn bytea not null,
  program jsonb not null,
  format integer not null,
  uses jsonb not null default '[]'::jsonb,
  comment text,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint process_version_pkey PRIMARY KEY (template, version)
);

create table public.process_wait (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version integer not null,
  element text not null,
  kind text not null,
  due_at timestamp with time zone,
  name text,
  key text,
  details jsonb,
  opened_at timestamp with time zone not null,
  failures integer not null default 0,
  constraint process_wait_pkey PRIMARY KEY (instance, id)
) with (fillfactor=80);
CREATE INDEX process_wait_due ON public.process_wait USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX process_wait_element ON public.process_wait USING btree (template, element);
CREATE INDEX process_wait_event ON public.process_wait USING btree (name, key) WHERE (name IS NOT NULL);
CREATE INDEX process_wait_signal ON public.process_wait USING btree (name, instance, id) WHERE (kind = 'signal'::text);
CREATE INDEX process_wait_timer ON public.process_wait USING btree (id) WHERE (kind = 'timer'::text);

create table public.registration (
  id uuid not null,
  case_id uuid not null,
  serial uuid not null,
  period date not null,
  seq bigint,
  number text not null,
  template text,
  state text not null,
  app uuid,
  element uuid,
  registered_on date,
  registered_at timestamp with time zone not null,
  registered_by uuid not null,
  card jsonb not null default '{}'::jsonb,
  file uuid,
  file_version integer,
  file_sha256 text,
  instance uuid,
  previous uuid,
  reserved_for uuid,
  reserved_until date,
  annulled_at timestamp with time zone,
  annulled_by uuid,
  reason text,
  corrections integer not null default 0,
  constraint registration_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'registered'::text, 'annulled'::text]))),
  constraint registration_case_id_fkey FOREIGN KEY (case_id) REFERENCES nomenclature_case(id),
  constraint registration_serial_period_fkey FOREIGN KEY (serial, period) REFERENCES registration_counter(serial, period),
  constraint registration_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_expiring ON public.registration USING btree (reserved_until) WHERE (state = 'reserved'::text);
CREATE INDEX registration_newest ON public.registration USING btree (registered_at DESC, id DESC);
CREATE UNIQUE INDEX registration_number ON public.registration USING btree (serial, period, number);
CREATE INDEX registration_of_case ON public.registration USING btree (case_id, registered_at DESC, id DESC);
CREATE INDEX registration_of_element ON public.registration USING btree (app, element) WHERE (element IS NOT NULL);
CREATE INDEX registration_of_file ON public.registration USING btree (file) WHERE (file IS NOT NULL);

create table public.registration_counter (
  serial uuid not null,
  period date not null,
  last bigint not null default 0,
  rows bigint not null default 0,
  hash bytea,
  constraint registration_counter_pkey PRIMARY KEY (serial, period)
);

create table public.registration_entry (
  serial uuid not null,
  period date not null,
  no bigint not null,
  registration uuid not null,
  act text not null,
  at timestamp with time zone not null,
  by uuid not null,
  content text not null,
  hash bytea not null,
  constraint registration_entry_act_check CHECK ((act = ANY (ARRAY['reserve'::text, 'register'::text, 'annul'::text, 'correct'::text, 'expire'::text]))),
  constraint registration_entry_pkey PRIMARY KEY (serial, period, no)
);
CREATE UNIQUE INDEX registration_entry_hash ON public.registration_entry USING btree (hash);
CREATE INDEX registration_entry_of ON public.registration_entry USING btree (registration, no);

create table public.retention_export (
  id uuid not null,
  run uuid not null,
  kind text not null,
  process text,
  keep_days integer not null,
  units integer not null,
  lines integer not null,
  first uuid not null,
  last uuid not null,
  sha256 bytea not null,
  bytes bigint not null,
  created_at timestamp with time zone not null,
  remaining uuid[],
  constraint retention_export_pkey PRIMARY KEY (id)
);
CREATE INDEX retention_export_bytes ON public.retention_export USING btree (sha256);
CREATE INDEX retention_export_newest ON public.retention_export USING btree (created_at DESC, id DESC);
CREATE INDEX retention_export_remaining ON public.retention_export USING btree (id) WHERE (remaining IS NOT NULL);

create table public.saved_view (
  id uuid not null,
  app uuid not null,
  owner uuid not null,
  name text not null,
  search text not null,
  shared_with uuid[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (id)
);
CREATE INDEX saved_view_owner ON public.saved_view USING btree (owner);
CREATE INDEX saved_view_shared ON public.saved_view USING gin (shared_with);

create table public.session (
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  address text not null,
  agent text not null,
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_hash_key UNIQUE (hash)
);
CREATE INDEX session_of_user ON public.session USING btree (user_id);

create table public.sheet (
  id uuid not null,
  app uuid not null,
  element uuid not null,
  type text not null,
  state text not null,
  round integer not null,
  subject text not null,
  comment text,
  file uuid not null,
  file_name text not null,
  version integer not null,
  sha256 bytea not null,
  route jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  reason text,
  instance uuid,
  wait uuid,
  activity text,
  instance_name text,
  constraint sheet_pkey PRIMARY KEY (id)
);
CREATE INDEX sheet_in_progress ON public.sheet USING btree (file) WHERE (ended_at IS NULL);
CREATE INDEX sheet_newest ON public.sheet USING btree (app, element, created_at DESC, id DESC);
CREATE UNIQUE INDEX sheet_of_element ON public.sheet USING btree (app, element, type, round);
CREATE INDEX sheet_open_of_element ON public.sheet USING btree (app, element) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX sheet_wait ON public.sheet USING btree (wait) WHERE ((wait IS NOT NULL) AND (ended_at IS NULL));

create table public.sheet_event (
  sheet uuid not null,
  id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  by uuid,
  on_behalf_of uuid,
  respondent uuid,
  details jsonb not null,
  constraint sheet_event_pkey PRIMARY KEY (sheet, id)
);

create table public.sheet_respondent (
  sheet uuid not null,
  id uuid not null,
  app uuid not null,
  stage integer not null,
  place integer not null,
  user_id uuid not null,
  state text not null,
  opened_at timestamp with time zone,
  due_at timestamp with time zone,
  remind_at timestamp with time zone,
  ended_at timestamp with time zone,
  substitute uuid,
  comment text,
  answer_file uuid,
  delegated_from uuid,
  overdue_at timestamp with time zone,
  automatic boolean not null default false,
  escalated boolean not null default false,
  constraint sheet_respondent_pkey PRIMARY KEY (sheet, id)
) with (fillfactor=80);
CREATE UNIQUE INDEX sheet_respondent_id ON public.sheet_respondent USING btree (id);
CREATE INDEX sheet_respondent_of_user ON public.sheet_respondent USING btree (user_id, opened_at DESC, id DESC);
CREATE INDEX sheet_respondent_overdue ON public.sheet_respondent USING btree (overdue_at) WHERE (overdue_at IS NOT NULL);
CREATE INDEX sheet_respondent_reminder ON public.sheet_respondent USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX sheet_respondent_substitute ON public.sheet_respondent USING btree (substitute) WHERE (substitute IS NOT NULL);
CREATE INDEX sheet_respondent_to_do ON public.sheet_respondent USING btree (user_id, opened_at DESC, id DESC) WHERE (ended_at IS NULL);

create table public.sign_in_attempt (
  bucket text not null,
  count integer not null,
  since timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (bucket)
);
CREATE INDEX sign_in_attempt_since ON public.sign_in_attempt USING btree (since);

create table public.sign_in_link (
  hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sign_in_link_pkey PRIMARY KEY (hash)
);

create table public.signing_key (
  purpose text not null,
  key bytea not null,
  constraint signing_key_pkey PRIMARY KEY (purpose)
);

create table public.solution (
  code text not null,
  name text not null,
  version text not null,
  dependencies jsonb not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint solution_pkey PRIMARY KEY (code)
);

create table public.solution_edit (
  solution text not null,
  file text not null,
  edited_at timestamp with time zone not null,
  edited_by uuid not null,
  constraint solution_edit_pkey PRIMARY KEY (solution, file)
);

create table public.spent_link (
  id uuid not null,
  until timestamp with time zone not null,
  constraint spent_link_pkey PRIMARY KEY (id)
);

create table public.storage_value (
  namespace text not null,
  code text not null,
  key text not null,
  data text not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint storage_value_pkey PRIMARY KEY (namespace, code, key)
);

create table public.substitution (
  id uuid not null,
  principal uuid not null,
  substitute uuid not null,
  kind text not null,
  applications text[],
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  constraint substitution_check CHECK ((principal <> substitute)),
  constraint substitution_check1 CHECK ((until_at > from_at)),
  constraint substitution_kind_check CHECK ((kind = ANY (ARRAY['instead'::text, 'together'::text]))),
  constraint substitution_principal_fkey FOREIGN KEY (principal) REFERENCES users(id),
  constraint substitution_substitute_fkey FOREIGN KEY (substitute) REFERENCES users(id),
  constraint substitution_pkey PRIMARY KEY (id)
);
CREATE INDEX substitution_principal ON public.substitution USING btree (principal);
CREATE INDEX substitution_substitute ON public.substitution USING btree (substitute) WHERE (ended_at IS NULL);

create table public.telephony_binding (
  module text not null,
  extension text not null,
  user_id uuid not null,
  place integer not null,
  constraint telephony_binding_module_fkey FOREIGN KEY (module) REFERENCES module(code) ON DELETE CASCADE,
  constraint telephony_binding_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint telephony_binding_pkey PRIMARY KEY (module, extension)
);

create table public.temporary_file (
  id uuid not null,
  user_id uuid not null,
  hash uuid not null,
  name text not null,
  total bigint not null,
  received bigint not null,
  part_at bigint not null,
  sha256 bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  pinned_until timestamp with time zone,
  constraint temporary_file_pkey PRIMARY KEY (id),
  constraint temporary_file_user_id_hash_key UNIQUE (user_id, hash)
);
CREATE INDEX temporary_file_expiry ON public.temporary_file USING btree (expires_at);

create table public.text_turn (
  owner uuid not null,
  taken_at timestamp with time zone not null,
  constraint text_turn_pkey PRIMARY KEY (owner)
);

create table public.token (
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint token_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint token_pkey PRIMARY KEY (id),
  constraint token_hash_key UNIQUE (hash)
);

create table public.user_group (
  id uuid not null,
  namespace text not null,
  code text not null,
  name text not null,
  description text not null default ''::text,
  is_default boolean not null default false,
  is_role boolean not null default false,
  is_system boolean not null default false,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  solution text,
  definition jsonb,
  constraint user_group_of_solution CHECK (((solution IS NULL) = (definition IS NULL))),
  constraint user_group_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_group_code ON public.user_group USING btree (namespace, lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX user_group_default ON public.user_group USING btree (id) WHERE (is_default AND (deleted_at IS NULL));

create table public.user_settings (
  user_id uuid not null,
  theme text,
  density text,
  start_page text,
  updated_at timestamp with time zone not null,
  constraint user_settings_pkey PRIMARY KEY (user_id)
);

create table public.users (
  id uuid not null,
  login text not null,
  email text,
  lastname text not null default ''::text,
  firstname text not null default ''::text,
  middlename text not null default ''::text,
  administrator boolean not null default false,
  status integer not null default 2,
  "position" text,
  mobile_phone jsonb,
  work_phone jsonb,
  timezone text,
  birth_date timestamp with time zone,
  hire_date timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  deleted_at timestamp with time zone,
  idx bigint not null default nextval('users_idx'::regclass),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_by_idx ON public.users USING btree (idx);
CREATE UNIQUE INDEX users_login ON public.users USING btree (lower(login)) WHERE (deleted_at IS NULL);

create table public.webhook (
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  namespaces text[] not null,
  applications text[] not null,
  user_id uuid not null,
  include_element boolean not null,
  is_on boolean not null,
  off_reason text,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  failing_since timestamp with time zone,
  last_failure_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  updated_by uuid not null,
  constraint webhook_pkey PRIMARY KEY (id)
);

create table public.webhook_delivery (
  webhook uuid not null,
  id uuid not null,
  no bigint not null generated as identity,
  event text not null,
  app uuid,
  element uuid,
  application text,
  details jsonb not null,
  state text not null,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone,
  attempts integer not null default 0,
  tries integer not null default 0,
  log jsonb not null default '[]'::jsonb,
  status integer,
  problem text,
  request text,
  response text,
  ended_at timestamp with time zone,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (webhook, id)
);
CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook, next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (webhook, no DESC);
CREATE INDEX webhook_delivery_order ON public.webhook_delivery USING btree (webhook, app, element, no) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_state ON public.webhook_delivery USING btree (webhook, state, no DESC);

CREATE OR REPLACE FUNCTION public.application_has_processes(of_app uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin
  return exists (select from process_instance i where i.item_app = of_app and i.item is not null and i.ended_at is null);
end $function$

CREATE OR REPLACE FUNCTION public.audit_turn(of_transaction xid8)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select of_transaction::text::bigint + 0
$function$

CREATE OR REPLACE FUNCTION public.count_blobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from changed) then return null; end if;
  insert into file_total (slot, bytes)
  select pg_backend_pid() % 16, sum(size) * tg_argv[0]::int from changed
  on conflict (slot) do update set bytes = file_total.bytes + excluded.bytes;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_changed_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into process_count as c (template, slot, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  values (new.template, pg_backend_pid() % 16, (new.ended_at is null)::int - (old.ended_at is null)::int,
    (new.state = 'exec')::int - (old.state = 'exec')::int, (new.state = 'wait')::int - (old.state = 'wait')::int,
    (new.state = 'done')::int - (old.state = 'done')::int, (new.state = 'cancel')::int - (old.state = 'cancel')::int,
    (new.state = 'error')::int - (old.state = 'error')::int)
  on conflict (template, slot) do update
    set active = c.active + excluded.active, exec_rows = c.exec_rows + excluded.exec_rows,
      wait_rows = c.wait_rows + excluded.wait_rows, done_rows = c.done_rows + excluded.done_rows,
      cancel_rows = c.cancel_rows + excluded.cancel_rows, error_rows = c.error_rows + excluded.error_rows;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_removed_instances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into process_count as c (template, slot, all_rows, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  select r.template, pg_backend_pid() % 16, -count(*), -count(*) filter (where r.ended_at is null),
    -count(*) filter (where r.state = 'exec'), -count(*) filter (where r.state = 'wait'),
    -count(*) filter (where r.state = 'done'), -count(*) filter (where r.state = 'cancel'),
    -count(*) filter (where r.state = 'error')
  from removed r group by r.template order by r.template
  on conflict (template, slot) do update
    set all_rows = c.all_rows + excluded.all_rows, active = c.active + excluded.active,
      exec_rows = c.exec_rows + excluded.exec_rows, wait_rows = c.wait_rows + excluded.wait_rows,
      done_rows = c.done_rows + excluded.done_rows, cancel_rows = c.cancel_rows + excluded.cancel_rows,
      error_rows = c.error_rows + excluded.error_rows;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_started_instances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into process_count as c (template, slot, all_rows, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  select s.template, pg_backend_pid() % 16, count(*), count(*) filter (where s.ended_at is null),
    count(*) filter (where s.state = 'exec'), count(*) filter (where s.state = 'wait'),
    count(*) filter (where s.state = 'done'), count(*) filter (where s.state = 'cancel'),
    count(*) filter (where s.state = 'error')
  from started s group by s.template order by s.template
  on conflict (template, slot) do update
    set all_rows = c.all_rows + excluded.all_rows, active = c.active + excluded.active,
      exec_rows = c.exec_rows + excluded.exec_rows, wait_rows = c.wait_rows + excluded.wait_rows,
      done_rows = c.done_rows + excluded.done_rows, cancel_rows = c.cancel_rows + excluded.cancel_rows,
      error_rows = c.error_rows + excluded.error_rows;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from changed) then return null; end if;
  insert into file_usage (user_id, slot, bytes)
  select user_id, pg_backend_pid() % 16, sum(total) * tg_argv[0]::int from changed group by user_id order by user_id
  on conflict (user_id, slot) do update set bytes = file_usage.bytes + excluded.bytes;
  insert into file_total (slot, bytes)
  select pg_backend_pid() % 16, sum(total) * tg_argv[0]::int from changed
  on conflict (slot) do update set bytes = file_total.bytes + excluded.bytes;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into file_usage (user_id, slot, bytes)
  select created_by, pg_backend_pid() % 16, sum(size) * tg_argv[0]::int from changed group by created_by order by created_by
  on conflict (user_id, slot) do update set bytes = file_usage.bytes + excluded.bytes;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.element_key_value(parts jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when parts @> '[null]' or parts @> '[""]' then null
    when jsonb_path_exists(parts, 'strict $[*] ? (@.type() == "array" && @.size() == 0)') then null
    when length(parts::text) > 400 then 'md5:' || md5(parts::text)
    else parts::text
  end
$function$

CREATE OR REPLACE FUNCTION public.element_processes(of_app uuid, of_element uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  instances jsonb;
  tasks jsonb;
  performers jsonb;
  earliest timestamptz;
begin
  if not exists (
    select from process_instance i
    where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null
  ) then
    return null;
  end if;

  select jsonb_build_object('instances', jsonb_agg(jsonb_build_object('__id', i.id, '__name', i.name,
      '__state', i.state, '__createdAt', wire_time(i.created_at), '__createdBy', i.created_by,
      '__templateId', i.template, 'namespace', p.namespace, 'code', p.code, 'version', i.version)
      order by i.created_at, i.id))
  into instances
  from process_instance i left join process_template p on p.id = i.template
  where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null;

  select jsonb_agg(jsonb_build_object('__id', t.id, '__name', t.subject, '__createdAt', wire_time(t.created_at),
      '__updatedAt', wire_time(coalesce(t.claimed_at, t.created_at)), '__deletedAt', null,
      '__item', jsonb_build_object('id', t.item, 'code', a.code, 'namespace', a.namespace),
      'state', wire_task_state(t.state, t.assignee), 'path', t.element, 'type', t.type,
      'priority', t.priority, 'dueDate', wire_time(t.due_at), 'performers', to_jsonb(t.performers),
      'template', t.template, 'templateNsAndCode', p.namespace || '.' || p.code,
      'instance', jsonb_build_object('__id', t.instance, '__name', t.name, 'namespace', p.namespace, 'code', p.code))
      order by t.created_at, t.id),
    min(t.due_at),
    (select jsonb_agg(distinct v) from jsonb_array_elements(jsonb_agg(to_jsonb(t.performers))) l, jsonb_array_elements(l) v)
  into tasks, earliest, performers
  from (
    select t.*, i.name, case when t.assignee is null then coalesce(t.candidates, '{}') else array[t.assignee] end as performers
    -- By state, because `ended_at is null` would allow plans that read an index of all open tasks.
    from process_instance i join process_task t on t.instance = i.id and t.state in ('new', 'in_progress')
    where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null
  ) t
  left join process_template p on p.id = t.template left join application a on a.id = t.item_app;

  return jsonb_build_object('__tasks', tasks, '__tasks_performers', coalesce(performers, '[]'),
    '__tasks_earliest_duedate', wire_time(earliest), '__externalProcessMeta', instances);
end $function$

CREATE OR REPLACE FUNCTION public.groups_around(of_group uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 10
 SET jit TO 'off'
AS $function$ begin return query
  with recursive above (id) as (
    select of_group
    union
    select m.group_id
    from above a cross join lateral (select g.group_id from group_member g where g.member = a.id offset 0) m
  )
  select a.id from above a;
end $function$

CREATE OR REPLACE FUNCTION public.groups_of_user(of_user uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 20
 SET jit TO 'off'
AS $function$ begin return query
  with recursive me as (
    select u.id, u.administrator from users u where u.id = of_user and u.status = 2 and u.deleted_at is null
  ), belongs (id) as (
    (
      select m.group_id from me join group_member m on m.member = me.id
      union all
      select m.group_id from me cross join seats_of_user(me.id) s
        cross join lateral (select g.group_id, g.kind from group_member g where g.member = s.item offset 0) m
        where s.held or m.kind = 'department'
      union all
      select g.id from me cross join user_group g where g.is_default and g.deleted_at is null
      union all
      select '36049a69-abef-5153-a561-401fa57d4ede'::uuid from me where me.administrator
    )
    union
    select m.group_id
    from belongs b cross join lateral (select g.group_id from group_member g where g.member = b.id offset 0) m
  )
  select b.id from belongs b;
end $function$

CREATE OR REPLACE FUNCTION public.groups_within(of_group uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 10
 SET jit TO 'off'
AS $function$ begin return query
  with recursive below (id) as (
    select of_group
    union
    select m.member from below b cross join lateral (
      select g.member from group_member g where g.group_id = b.id and g.kind = 'group' offset 0) m
  )
  select b.id from below b;
end $function$

CREATE OR REPLACE FUNCTION public.held_among(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  with held_case as (
    select h.case_id from legal_hold h where h.lifted_at is null and h.case_id is not null
  ), registered as (
    select r.id, r.element, r.file from registration r join held_case h on h.case_id = r.case_id
  )
  select m.id from unnest(ids) m (id)
  where exists (select from legal_hold where lifted_at is null) and (
    m.id in (select h.element from legal_hold h where h.lifted_at is null and h.element is not null)
    or m.id in (select case_id from held_case)
    or m.id in (select id from registered)
    or m.id in (select element from registered where element is not null)
    or m.id in (select file from registered where file is not null)
    or exists (select from file_use u where u.file = m.id and is_held_element(u.app, u.element))
    or exists (select from registration r where r.file = m.id and is_held_element(r.app, r.element)))
$function$

CREATE OR REPLACE FUNCTION public.instances_with_holds(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  with held as (
    select h.app, h.element from legal_hold h where h.lifted_at is null and h.element is not null
    union
    select r.app, r.element from legal_hold h join registration r on r.case_id = h.case_id
    where h.lifted_at is null and r.element is not null
  )
  select s.instance from held h join sheet s on s.app = h.app and s.element = h.element where s.instance = any (ids)
  union
  select r.instance from held h join registration r on r.app = h.app and r.element = h.element where r.instance = any (ids)
$function$

CREATE OR REPLACE FUNCTION public.is_held_element(of_app uuid, of_element uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from legal_hold h where h.lifted_at is null and h.app = of_app and h.element = of_element)
    or exists (select from registration r join legal_hold h on h.case_id = r.case_id
      where r.app = of_app and r.element = of_element and h.lifted_at is null)
$function$

CREATE OR REPLACE FUNCTION public.is_held_file(of_file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from file_use u where u.file = of_file and is_held_element(u.app, u.element))
    or exists (select from registration r where r.file = of_file and is_held_element(r.app, r.element))
$function$

CREATE OR REPLACE FUNCTION public.lock_held_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform from element e where (e.app, e.id) in (
      select new.app, new.element where new.element is not null
      union select r.app, r.element from registration r where r.case_id = new.case_id)
    order by e.app, e.id for share;
  perform from file_use u where (u.app, u.element) in (
      select new.app, new.element where new.element is not null
      union select r.app, r.element from registration r where r.case_id = new.case_id)
    order by u.app, u.element, u.field, u.file for share;
  perform from file f where f.id in (
      select u.file from file_use u where u.app = new.app and u.element = new.element
      union select r.file from registration r where r.app = new.app and r.element = new.element
      union select r.file from registration r where r.case_id = new.case_id
      union select u.file from file_use u join registration r on r.app = u.app and r.element = u.element
        where r.case_id = new.case_id)
    order by f.id for share;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.platform_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select now()$function$

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_held_element()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if is_held_element(old.app, old.id) then
    raise exception 'the element is under a legal hold, so it cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_held_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if is_held_file(old.id) then
    raise exception 'the file belongs to an element under a legal hold, so it cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_held_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if is_held_element(old.app, old.element) then
    raise exception 'the element is under a legal hold, so its files cannot be taken away' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_held_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if is_held_file(old.file) then
    raise exception 'the file belongs to an element under a legal hold, so its versions cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$

CREATE OR REPLACE FUNCTION public.refuse_hold_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  raise exception 'a legal hold cannot be deleted or changed; it can be lifted' using errcode = 'CH001';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_sheet_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of sheet_event cannot be changed';
end $function$

CREATE OR REPLACE FUNCTION public.refuse_truncate_with_holds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if exists (select from legal_hold where lifted_at is null) then
    raise exception 'there are legal holds, so the table "%" cannot be emptied', tg_table_name using errcode = 'CH001';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.seats_of_group(of_group uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 50
 SET jit TO 'off'
AS $function$ begin return query
  with recursive seat (item, spreads) as (
    select m.member, m.kind = 'department' from groups_within(of_group) b (id) cross join lateral (
      select g.member, g.kind from group_member g
      where g.group_id = b.id and g.kind in ('position', 'department') offset 0) m
    union
    select i.id, true
    from seat s cross join lateral (select o.id from org_item o where o.parent = s.item and s.spreads offset 0) i
  )
  select distinct s.item from seat s;
end $function$

CREATE OR REPLACE FUNCTION public.seats_of_user(of_user uuid)
 RETURNS TABLE(item uuid, kind text, held boolean)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 10
 SET jit TO 'off'
AS $function$ begin return query
  with recursive seat (item, held) as (
    select h.item, true from org_holder h where h.user_id = of_user
    union
    select i.parent, false
    from seat s cross join lateral (select o.parent from org_item o where o.id = s.item offset 0) i
    where i.parent is not null
  )
  select s.item, i.kind, s.held
  from seat s cross join lateral (select o.kind from org_item o where o.id = s.item offset 0) i;
end $function$

CREATE OR REPLACE FUNCTION public.users_of_group(of_group uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 100
 SET jit TO 'off'
AS $function$ begin return query
  with below (id) as materialized (select w.id from groups_within(of_group) w (id)), found (id) as (
    select m.member from below b cross join lateral (
      select g.member from group_member g where g.group_id = b.id and g.kind = 'user' offset 0) m
    union
    select h.user_id from seats_of_group(of_group) s (item)
      cross join lateral (select o.user_id from org_holder o where o.item = s.item offset 0) h
    union
    select u.id from users u where exists (
      select from user_group g where g.is_default and g.deleted_at is null and g.id in (select b.id from below b))
    union
    select u.id from users u where u.administrator
      and exists (select from below b where b.id = '36049a69-abef-5153-a561-401fa57d4ede')
  )
  select u.id from found f cross join lateral (
    select o.id from users o where o.id = f.id and o.status = 2 and o.deleted_at is null offset 0) u;
end $function$

CREATE OR REPLACE FUNCTION public.wire_task_state(state text, assignee uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when state = 'done' then 'closed' when state = 'cancelled' then 'cancel'
    when assignee is null then 'assignment' else 'inProgress' end
$function$

CREATE OR REPLACE FUNCTION public.wire_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$function$

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.element_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.element_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.registration_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER blobs_come AFTER INSERT ON public.blob REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_blobs('1');

CREATE TRIGGER blobs_go AFTER DELETE ON public.blob REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_blobs('-1');

CREATE TRIGGER hold_stays BEFORE DELETE ON public.legal_hold FOR EACH ROW WHEN ((old.lifted_at IS NULL)) EXECUTE FUNCTION refuse_hold_change();

CREATE TRIGGER hold_stays_as_placed BEFORE UPDATE ON public.legal_hold FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.case_id IS DISTINCT FROM new.case_id)) OR (old.app IS DISTINCT FROM new.app)) OR (old.element IS DISTINCT FROM new.element)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.placed_at IS DISTINCT FROM new.placed_at)) OR (old.placed_by IS DISTINCT FROM new.placed_by))) EXECUTE FUNCTION refuse_hold_change();

CREATE TRIGGER legal_hold BEFORE DELETE ON public.element FOR EACH ROW EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold BEFORE DELETE ON public.element_default FOR EACH ROW EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold BEFORE DELETE ON public.file FOR EACH ROW EXECUTE FUNCTION refuse_held_file();

CREATE TRIGGER legal_hold BEFORE DELETE ON public.file_use FOR EACH ROW EXECUTE FUNCTION refuse_held_use();

CREATE TRIGGER legal_hold BEFORE DELETE ON public.file_version FOR EACH ROW EXECUTE FUNCTION refuse_held_version();

CREATE TRIGGER legal_hold_key BEFORE UPDATE OF app, id ON public.element FOR EACH ROW WHEN (((old.app IS DISTINCT FROM new.app) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold_key BEFORE UPDATE OF app, id ON public.element_default FOR EACH ROW WHEN (((old.app IS DISTINCT FROM new.app) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold_key BEFORE UPDATE OF file, no, sha256 ON public.file_version FOR EACH ROW WHEN (((old.file IS DISTINCT FROM new.file) OR (old.no IS DISTINCT FROM new.no) OR (old.sha256 IS DISTINCT FROM new.sha256))) EXECUTE FUNCTION refuse_held_version();

CREATE TRIGGER legal_hold_key BEFORE UPDATE OF id ON public.file FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION refuse_held_file();

CREATE TRIGGER legal_hold_key BEFORE UPDATE ON public.file_use FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION refuse_held_use();

CREATE TRIGGER legal_hold_soft BEFORE UPDATE OF deleted_at ON public.element FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold_soft BEFORE UPDATE OF deleted_at ON public.element_default FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION refuse_held_element();

CREATE TRIGGER legal_hold_soft BEFORE UPDATE OF deleted_at ON public.file FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION refuse_held_file();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.element FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.element_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.file FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.file_use FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.file_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.legal_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON public.registration FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_with_holds();

CREATE TRIGGER lock_held_rows BEFORE INSERT ON public.legal_hold FOR EACH ROW EXECUTE FUNCTION lock_held_rows();

CREATE TRIGGER process_instance_changed AFTER UPDATE OF state, ended_at ON public.process_instance FOR EACH ROW WHEN (((old.state <> new.state) OR ((old.ended_at IS NULL) <> (new.ended_at IS NULL)))) EXECUTE FUNCTION count_changed_state();

CREATE TRIGGER process_instance_removed AFTER DELETE ON public.process_instance REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_instances();

CREATE TRIGGER process_instance_started AFTER INSERT ON public.process_instance REFERENCING NEW TABLE AS started FOR EACH STATEMENT EXECUTE FUNCTION count_started_instances();

CREATE TRIGGER sheet_event_is_kept BEFORE DELETE OR UPDATE ON public.sheet_event FOR EACH ROW EXECUTE FUNCTION refuse_sheet_event_change();

CREATE TRIGGER uploads_come AFTER INSERT ON public.temporary_file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_uploads('1');

CREATE TRIGGER uploads_go AFTER DELETE ON public.temporary_file REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_uploads('-1');

CREATE TRIGGER versions_come AFTER INSERT ON public.file_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_versions('1');

CREATE TRIGGER versions_go AFTER DELETE ON public.file_version REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_versions('-1');
