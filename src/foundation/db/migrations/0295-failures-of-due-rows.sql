-- How often a due row could not be processed because of a fault of the platform.
alter table process_wait add column failures int not null default 0;
