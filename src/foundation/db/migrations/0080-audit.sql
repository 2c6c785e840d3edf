-- The number of a transaction, which only ever grows. Rows carry it, so that all of them up to the oldest transaction that
-- still runs can be sealed: none can come behind them. Another cluster counts its transactions anew; a restore there raises
-- the addend (src/audit/raise-turns.ts). Plain SQL, so that the planner puts the sum in place of the call.
create function audit_turn(of_transaction xid8) returns bigint language sql stable parallel safe as $$
  select of_transaction::text::bigint + 0
$$;

-- Who changed what, and who was refused. Changes of elements are in element_history, which is part of the audit.
create table audit (
  id uuid primary key,
  -- Of the database.
  at timestamptz not null default now(),
  turn bigint not null default audit_turn(pg_current_xact_id()),
  user_id uuid not null,
  token_id uuid,
  operation text,
  -- user:<id>, group:<id>, solution:<code> …; path:<path> of what was refused
  object text not null,
  -- Only what differs; never a secret.
  before jsonb,
  after jsonb,
  outcome text not null check (outcome in ('done', 'refused')),
  -- Why it was refused.
  code text,
  request_id text
);
-- For the sealer, for whoever verifies, and for reading the newest first.
create index audit_by_turn on audit (turn);

-- Rows from before have turn 0 and are sealed first.
alter table element_history add column turn bigint not null default 0, add column token_id uuid,
  add column operation text, add column request_id text;
alter table element_history alter column turn set default audit_turn(pg_current_xact_id());
create index element_history_by_turn on element_history (turn);

-- The chain: each seal covers the rows of its turns in both tables, and the seal before it.
create table audit_seal (
  no bigint primary key,
  -- On which it was sealed, UTC.
  day date not null,
  sealed_at timestamptz not null default now(),
  -- Inclusive, and exclusive.
  from_turn bigint not null,
  to_turn bigint not null,
  rows int not null,
  -- Of its rows, so that a time leads to turns.
  oldest timestamptz not null,
  newest timestamptz not null,
  hash bytea not null,
  -- The first 8 bytes of the hash of each row, in their order: they show which row it was that changed.
  marks bytea not null
);
create index audit_seal_by_day on audit_seal (day, no);

create function refuse_audit_change() returns trigger language plpgsql as $$ begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
create trigger append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_audit_change();
create trigger append_only before update or delete or truncate on element_history
  for each statement execute function refuse_audit_change();
-- An owner can take this right back, and a superuser needs none: docs/audit.md tells how to part them.
revoke update, delete, truncate on audit, audit_seal, element_history from current_user;
