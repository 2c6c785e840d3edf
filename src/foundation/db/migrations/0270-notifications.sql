-- What people are told. Actions write facts in their transaction; a node takes the facts soon after the commit, finds the
-- receivers, and writes a notification for each of them.

-- Facts that nobody has been told yet: a queue, which is empty most of the time.
create table notification_fact (
  id uuid primary key,
  -- Names the fact, such as `task:<id>:new`. Together with the receiver it is unique among notifications.
  key text not null,
  event text not null,
  -- Users, groups and items of the organisation chart.
  receivers uuid[] not null,
  -- The object to which a notification leads: {type, id, …}.
  about jsonb not null,
  -- The application of the element that a task is about, for substitutions that are limited to applications.
  app uuid,
  -- The values of the text.
  details jsonb not null,
  -- The user who acted, and who is not told.
  by uuid,
  at timestamptz not null
);

-- What each user was told. `user_id` is the distribution column.
create table notification (
  user_id uuid not null,
  id uuid not null,
  key text not null,
  kind text not null,
  event text not null,
  -- In the language of the user at that time.
  title text not null,
  text text not null,
  about jsonb not null,
  by uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  -- Whether the notification is in the list of the user; false when the settings of the user ask for mail only.
  is_listed boolean not null,
  -- The mail that has the notification.
  mail uuid,
  primary key (user_id, id)
);
create unique index notification_once on notification (user_id, key);
create index notification_newest on notification (user_id, created_at desc, id desc) where is_listed;
create index notification_unread on notification (user_id) where read_at is null and is_listed;
create index notification_of_mail on notification (user_id, mail) where mail is not null;
create index notification_age on notification (created_at);

-- Mails with notifications: one for the notifications of one moment, or a digest.
create table notification_mail (
  user_id uuid not null,
  id uuid not null,
  due_at timestamptz not null,
  -- waiting: takes further notifications until it is due; sending; sent; dropped: there was nothing to send any more;
  -- failed: `problem` has the reason.
  state text not null,
  problem text,
  ended_at timestamptz,
  primary key (user_id, id)
);
create unique index notification_mail_waiting on notification_mail (user_id, due_at) where state = 'waiting';
create index notification_mail_age on notification_mail (due_at);

-- The settings that a user has changed; null for the default. The time zone is in `users`.
create table notification_settings (
  user_id uuid primary key,
  -- en or ru
  language text,
  -- atOnce, hourly, daily or never
  mail text,
  -- Time of the daily mail, such as 09:00.
  daily_at text,
  -- Kinds of which a channel is off: {kind: {inApp: false, mail: false}}.
  kinds jsonb not null default '{}',
  updated_at timestamptz not null
);
