-- Number of the user in the order of creation, from 1: `__index` of the public API.
create sequence users_idx;
alter table users add column idx bigint;
update users set idx = numbered.idx
from (select id, row_number() over (order by created_at, id) as idx from users) numbered
where users.id = numbered.id;
select setval('users_idx', (select count(*) from users) + 1, false);
alter table users alter column idx set default nextval('users_idx');
alter table users alter column idx set not null;
alter sequence users_idx owned by users.idx;
create unique index users_by_idx on users (idx);
