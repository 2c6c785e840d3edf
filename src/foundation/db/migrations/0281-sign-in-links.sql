-- Links that sign a user in once. Only the SHA-256 of the secret is kept; a row leaves when the link is used.
create table sign_in_link (
  hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz not null
);
