-- The archives that this installation has made, and the backup that is running. While one runs, no bytes of files are
-- removed, because its snapshot may name them; see files/blobs.
create table backup (
  id uuid primary key,
  name text not null,
  -- queued, running, done, failed
  state text not null,
  -- request, schedule
  origin text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  -- The host whose folder has the archive.
  host text,
  -- The last sign of life of the process that makes the archive.
  beat_at timestamptz,
  total float8 not null default 0,
  processed float8 not null default 0,
  bytes bigint,
  sha256 bytea,
  counts jsonb,
  problem text
);
create unique index backup_running on backup ((true)) where state in ('queued', 'running');
