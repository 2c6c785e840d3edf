-- Links with which a user sets a password, one per user. Only the SHA-256 of the secret is kept; a row leaves when the
-- link is used.
create table invitation (
  user_id uuid primary key references users (id),
  hash bytea not null unique,
  expires_at timestamptz not null
);
