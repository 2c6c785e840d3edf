create table users (
  id uuid primary key,
  login text not null,
  email text,
  lastname text not null default '',
  firstname text not null default '',
  middlename text not null default '',
  administrator boolean not null default false,
  -- 1 invited, 2 active, 3 blocked
  status int not null default 2,
  position text,
  mobile_phone jsonb,
  work_phone jsonb,
  timezone text,
  birth_date timestamptz,
  hire_date timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create unique index users_login on users (lower(login)) where deleted_at is null;

-- Only the SHA-256 of a token is kept: who reads the database can't sign in with it.
create table token (
  id uuid primary key,
  user_id uuid not null references users (id),
  hash bytea not null unique,
  name text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
