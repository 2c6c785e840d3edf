-- The instance that sent a signal, and the ids of its elements that took the signal in the same advance. They do not get
-- it a second time.
alter table process_broadcast add column sender uuid not null default '00000000-0000-0000-0000-000000000000';
alter table process_broadcast add column taken text[] not null default '{}';
