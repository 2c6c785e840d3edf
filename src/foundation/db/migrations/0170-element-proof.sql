-- What the row of an element held before and after each revision: SHA-256 of all its columns (src/audit/row-digest.ts).
-- A change of a row that left no revision breaks the chain from one digest to the next. The creation has no digest before.
alter table element_history add column digest_before bytea, add column digest_after bytea;
-- Not valid: revisions from before this migration have no digest, and history is only ever added to.
alter table element_history add constraint element_history_digest check (digest_after is not null) not valid;

-- Digests of rows that were written without a revision: as they were when digests began, and when a change of definitions
-- moved or removed values. Each belongs to a row of `audit` with the same turn, which says who did it.
create table element_proof (
  app uuid not null,
  id uuid not null,
  no bigint generated always as identity,
  -- The revision at which the element was; several proofs of a revision follow one another by `no`.
  rev bigint not null,
  at timestamptz not null default now(),
  turn bigint not null default audit_turn(pg_current_xact_id()),
  -- start, apply, purge
  cause text not null,
  -- Null for the start.
  digest_before bytea,
  digest_after bytea not null,
  primary key (app, id, no)
);
-- For the sealer, and for whoever verifies.
create index element_proof_by_turn on element_proof (turn);
create trigger append_only before update or delete or truncate on element_proof
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on element_proof from current_user;
