-- Reports of solutions. The SQL is kept as it is in the file; the definition is its YAML file with all defaults filled in.
create table data_report (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  sql text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code)
);
create unique index data_report_path on data_report (lower(namespace), lower(code));
