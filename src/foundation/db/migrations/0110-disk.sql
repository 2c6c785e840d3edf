-- Folders of files. They are never moved, so each keeps the ids above it, nearest first: rights are inherited by them.
create table directory (
  id uuid primary key,
  parent uuid references directory,
  parents uuid[] not null,
  name text not null,
  -- The name in the form in which it is unique among its siblings.
  name_key text not null,
  is_system boolean not null default false,
  unique_names boolean not null default true,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create unique index directory_name on directory (parent, name_key) where deleted_at is null;
create index directory_parents on directory using gin (parents);
create index directory_creator on directory (created_by);

insert into directory (id, parent, parents, name, name_key, is_system, created_at, created_by, updated_at, updated_by)
values ('9240261a-ab27-5e65-b883-198236739dcc', null, '{}', 'files', 'files', true,
  now(), '00000000-0000-0000-0000-000000000000', now(), '00000000-0000-0000-0000-000000000000');

-- Bytes that versions may name. A row comes before the bytes and goes after them, so its lock keeps the two together:
-- nobody removes bytes that somebody is about to name.
create table blob (
  sha256 bytea primary key,
  size bigint not null,
  kept_at timestamptz not null
);

create table file (
  id uuid primary key,
  directory uuid not null references directory,
  name text not null,
  -- Null where the directory does not want unique names.
  name_key text,
  original_name text not null,
  -- Under which it was uploaded; another user's file may have the same.
  hash uuid not null,
  version integer not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create unique index file_name on file (directory, name_key) where deleted_at is null;
create index file_newest on file (directory, created_at desc, id desc);
create index file_hash on file (hash);
create index file_creator on file (created_by, created_at desc);

-- What a file was and is; never changed.
create table file_version (
  file uuid not null references file,
  no integer not null,
  sha256 bytea not null references blob,
  size bigint not null,
  -- By the bytes, never as somebody said: `application/octet-stream` unless they may be shown.
  mime text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (file, no)
);
create index file_version_bytes on file_version (sha256);

-- What the platform signs with; made once.
create table signing_key (
  purpose text primary key,
  key bytea not null
);
