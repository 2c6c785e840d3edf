-- The place of an instance in a chain of instances that start or continue each other, without a person in between. It
-- counts for a day. `depth` is the number of automatic starts in a row that led to the instance, `hops` the number of
-- starts, messages and signals.
alter table process_start_depth add column hops int not null default 0;
alter table process_start_depth add column at timestamptz not null default now();
alter table process_start_depth alter column at drop default;
create index process_start_depth_at on process_start_depth (at);
-- The number of events in the chain before a signal that an instance sent, this signal included; 0 for other signals.
alter table process_broadcast add column hops int not null default 0;
