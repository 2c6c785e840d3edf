-- Who stands in for whom (decision 24). Rows stay when they have ended: decisions made under them refer to them.
create table substitution (
  id uuid primary key,
  principal uuid not null references users (id),
  substitute uuid not null references users (id),
  -- instead: what is to be done goes to the substitute alone; together: to both
  kind text not null check (kind in ('instead', 'together')),
  -- namespace.code of those in which it counts; null: in all
  applications text[],
  from_at timestamptz not null,
  -- Null: until somebody ends it.
  until_at timestamptz,
  ended_at timestamptz,
  ended_by uuid,
  created_at timestamptz not null,
  created_by uuid not null,
  check (principal <> substitute),
  check (until_at > from_at)
);
-- Asked whenever a caller is looked up.
create index substitution_substitute on substitution (substitute) where ended_at is null;
create index substitution_principal on substitution (principal);
