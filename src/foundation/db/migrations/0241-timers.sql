-- Finds a timer by its id, to fire or move it by hand.
create index process_wait_timer on process_wait (id) where kind = 'timer';
-- Finds the instances that wait for a signal, in the order in which a broadcast reaches them.
create index process_wait_signal on process_wait (name, instance, id) where kind = 'signal';

alter table process_start
  -- How often a start timer with a limited number of repetitions starts an instance after the next time; null for ever.
  add column remaining int,
  -- When the start event was armed first; start timers count from this time.
  add column armed_at timestamptz,
  -- Whether the first time of a start timer has been computed.
  add column is_planned boolean not null default false;
