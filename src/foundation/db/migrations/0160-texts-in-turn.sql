-- The text of files is taken out for one user after the other, so that the files of one delay nobody else for long.
-- The owner is the user who first kept these bytes.
alter table blob_text add column owner uuid not null default '00000000-0000-0000-0000-000000000000';
update blob_text t
set owner = coalesce((select v.created_by from file_version v where v.sha256 = t.sha256 order by v.created_at limit 1), t.owner)
where state = 'waiting';
drop index blob_text_waiting;
create index blob_text_waiting on blob_text (owner, waiting_since) where state = 'waiting';

-- When a file of each user had its last turn.
create table text_turn (
  owner uuid primary key,
  taken_at timestamptz not null
);
