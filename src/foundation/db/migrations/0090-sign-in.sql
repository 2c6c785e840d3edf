-- Passwords and sessions (decision 23).
create table password (
  user_id uuid primary key references users (id),
  -- The way it was made and its salt stand in it: $scrypt$ln=17,r=8,p=1$SALT$HASH
  hash text not null,
  changed_at timestamptz not null,
  changed_by uuid not null
);

-- Who is signed in with a browser. Only the SHA-256 of what the cookie holds is kept; a row leaves when it ends.
create table session (
  id uuid primary key,
  user_id uuid not null references users (id),
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- From where, and with what, so that people recognise their own.
  address text not null,
  agent text not null
);
create index session_of_user on session (user_id);

-- How often a login was tried, or from an address: counted here so that the limits hold on every node.
create table sign_in_attempt (
  -- The hash of a login, since people type passwords there by mistake; or an address.
  bucket text primary key,
  count int not null,
  since timestamptz not null
);
create index sign_in_attempt_since on sign_in_attempt (since);
