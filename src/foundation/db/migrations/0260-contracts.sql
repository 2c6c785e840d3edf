-- Contracts: named sets of fields that several applications implement. A contract has no rows of its own.
create table contract (
  namespace text not null,
  code text not null,
  solution text not null,
  -- The file with all defaults filled in: {name, fields, sources, default, access}.
  definition jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code)
);
create unique index contract_path on contract (lower(namespace), lower(code));
