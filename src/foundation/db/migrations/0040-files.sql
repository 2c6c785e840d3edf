-- Files on their way in. The bytes lie in the file folder under the id; a row is there only for bytes on the disk.
create table temporary_file (
  id uuid primary key,
  user_id uuid not null,
  -- Chosen by the client, so it means something for its own user only.
  hash uuid not null,
  name text not null,
  total bigint not null,
  received bigint not null,
  -- Where the last part begins: it may be sent again when its answer was lost.
  part_at bigint not null,
  -- Null until all bytes are there.
  sha256 bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Something is reading it until then.
  pinned_until timestamptz,
  unique (user_id, hash)
);
create index temporary_file_expiry on temporary_file (expires_at);
