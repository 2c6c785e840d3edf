-- Work on many elements in the background: bulk changes and exports.
create table element_job (
  id uuid primary key,
  -- bulk, export
  kind text not null,
  -- queued, running, done, failed, cancelled
  state text not null,
  app uuid not null,
  -- The path of the application when the job began.
  namespace text not null,
  code text not null,
  -- What is done: the action, or the columns and the format of the file.
  settings jsonb not null,
  total int not null,
  -- The position of the last item that is finished; the items before it are finished, too.
  processed int not null default 0,
  changed int not null default 0,
  failed int not null default 0,
  -- The first elements that were left unchanged, with the reasons: [{id, code, message}].
  failures jsonb not null default '[]',
  -- The file of an export: {hash, name, bytes}.
  file jsonb,
  -- Why the job failed as a whole: {code, message}.
  problem jsonb,
  created_at timestamptz not null,
  created_by uuid not null,
  started_at timestamptz,
  ended_at timestamptz
);
-- Finds the unfinished jobs of a user, whose number is limited, and the jobs to remove.
create index element_job_open on element_job (created_by) where state in ('queued', 'running');
create index element_job_ended on element_job (ended_at) where ended_at is not null;

-- The elements of a job in their order, as they were selected when the job began.
create table element_job_item (
  job uuid not null,
  position int not null,
  element uuid not null,
  primary key (job, position)
);
