-- Shows the starts by element events that failed, for example because of their condition.
alter table process_start
  add column failures int not null default 0,
  -- The newest failure: {"at", "message", "item"}.
  add column last_failure jsonb;
