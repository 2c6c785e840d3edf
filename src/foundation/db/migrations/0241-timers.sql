-- Finds a timer by its id, to fire or move it by hand.
create index process_wait_timer on process_wait (id) where kind = 'timer';
-- Finds the instances that wait for a signal, in the order in which a broadcast reaches them.
create index process_wait_signal on process_wait (name, instance, id) where kind = 'signal';
-- Start timers that are due, without those whose schedule has ended.
alter table process_start add column remaining int;
