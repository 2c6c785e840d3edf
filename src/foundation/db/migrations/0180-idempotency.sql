-- Writes that clients gave a key (Idempotency-Key). A row comes in the transaction of its write and goes a day later, so
-- that the same request again is answered instead of carried out.
create table idempotency_key (
  -- SHA-256 of user, operation, path and key.
  id bytea primary key,
  -- SHA-256 of the rest of the request: another one with the same key is a mistake of the client.
  fingerprint bytea not null,
  request_id text not null,
  -- Id of what the request made or changed.
  object text not null,
  at timestamptz not null
);
-- For the removal of old keys.
create index idempotency_key_at on idempotency_key (at);
