-- Decisions: DMN files of solutions. Each apply of another file makes a new version; tasks call the newest one.
create table decision (
  namespace text not null,
  code text not null,
  solution text not null,
  -- The name of the model, and the description from the YAML file.
  name text not null,
  description text not null,
  -- The newest version, and the SHA-256 of its file in hex.
  version int not null,
  hash text not null,
  -- What lists show without compiling the file: {main, decisions: [{id, name}], inputs: [{name, type}]}.
  summary jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- Set when the decision was removed from its solution.
  deleted_at timestamptz,
  primary key (namespace, code)
);
create unique index decision_path on decision (lower(namespace), lower(code));

-- The files of all versions, byte by byte. They never change.
create table decision_version (
  namespace text not null,
  code text not null,
  version int not null,
  dmn bytea not null,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (namespace, code, version)
);
