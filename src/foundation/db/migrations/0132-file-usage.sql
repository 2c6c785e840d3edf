-- How many bytes each user has: of the versions that they made, also of files in the recycle bin, and of their uploads.
-- Spread over slots, so that one user's writers do not wait for one row; slot -1 is locked where a quota is asked.
create table file_usage (
  user_id uuid not null,
  slot int not null,
  bytes bigint not null,
  primary key (user_id, slot)
) with (fillfactor = 50);

-- How many bytes lie there in all: content once, and uploads.
create table file_total (
  slot int primary key,
  bytes bigint not null
) with (fillfactor = 50);

-- Kept by triggers and not by those who write, so that nobody can forget it. Sizes never change once they are written.
-- Each locks users in their order, and the slot after them: no two can wait for each other.
create function count_versions() returns trigger language plpgsql as $$
begin
  insert into file_usage (user_id, slot, bytes)
  select created_by, pg_backend_pid() % 16, sum(size) * tg_argv[0]::int from changed group by created_by order by created_by
  on conflict (user_id, slot) do update set bytes = file_usage.bytes + excluded.bytes;
  return null;
end $$;

create function count_uploads() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then return null; end if;
  insert into file_usage (user_id, slot, bytes)
  select user_id, pg_backend_pid() % 16, sum(total) * tg_argv[0]::int from changed group by user_id order by user_id
  on conflict (user_id, slot) do update set bytes = file_usage.bytes + excluded.bytes;
  insert into file_total (slot, bytes)
  select pg_backend_pid() % 16, sum(total) * tg_argv[0]::int from changed
  on conflict (slot) do update set bytes = file_total.bytes + excluded.bytes;
  return null;
end $$;

create function count_blobs() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then return null; end if;
  insert into file_total (slot, bytes)
  select pg_backend_pid() % 16, sum(size) * tg_argv[0]::int from changed
  on conflict (slot) do update set bytes = file_total.bytes + excluded.bytes;
  return null;
end $$;

create trigger versions_come after insert on file_version referencing new table as changed
  for each statement execute function count_versions('1');
create trigger versions_go after delete on file_version referencing old table as changed
  for each statement execute function count_versions('-1');
create trigger uploads_come after insert on temporary_file referencing new table as changed
  for each statement execute function count_uploads('1');
create trigger uploads_go after delete on temporary_file referencing old table as changed
  for each statement execute function count_uploads('-1');
create trigger blobs_come after insert on blob referencing new table as changed
  for each statement execute function count_blobs('1');
create trigger blobs_go after delete on blob referencing old table as changed
  for each statement execute function count_blobs('-1');

insert into file_usage (user_id, slot, bytes)
select user_id, 0, sum(bytes) from (
  select created_by as user_id, size as bytes from file_version union all select user_id, total from temporary_file
) there group by user_id;
insert into file_total (slot, bytes)
select 0, (select coalesce(sum(size), 0) from blob) + (select coalesce(sum(total), 0) from temporary_file);
