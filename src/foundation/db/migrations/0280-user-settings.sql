-- How the console looks for a user; null for the default. The language is in `notification_settings`, the time zone in
-- `users`, because notifications and mails need them as well.
create table user_settings (
  user_id uuid primary key,
  -- light, dark or system
  theme text,
  -- compact or comfortable
  density text,
  -- The page of the console that opens first, such as /tasks.
  start_page text,
  updated_at timestamptz not null
);
