-- The chart of the organisation: a tree of departments and positions. A deleted item stays for whatever names it.
create table org_item (
  id uuid primary key,
  -- department: has no holder; position: at most one; position_type: any number
  kind text not null check (kind in ('department', 'position', 'position_type')),
  -- Null for the root alone.
  parent uuid references org_item (id),
  name text not null,
  code text,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create unique index org_item_root on org_item ((true)) where parent is null and deleted_at is null;
create unique index org_item_code on org_item (lower(code)) where deleted_at is null;
-- The walk from a department down to its positions.
create index org_item_parent on org_item (parent);

-- Who holds a position.
create table org_holder (
  item uuid not null references org_item (id),
  user_id uuid not null references users (id),
  -- Copied from the kind of the item, so that the database itself refuses the second holder of a position.
  single boolean not null,
  primary key (item, user_id)
);
create unique index org_holder_single on org_holder (item) where single;
create index org_holder_user on org_holder (user_id);

create table user_group (
  id uuid primary key,
  -- A namespace of a solution, or global.
  namespace text not null,
  code text not null,
  name text not null,
  description text not null default '',
  -- Every active user is in it.
  is_default boolean not null default false,
  is_role boolean not null default false,
  -- Comes with the platform: can't be changed or deleted, and its members follow from the users.
  is_system boolean not null default false,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create unique index user_group_code on user_group (namespace, lower(code)) where deleted_at is null;
create index user_group_default on user_group (id) where is_default and deleted_at is null;

create table group_member (
  group_id uuid not null references user_group (id),
  -- A user, a group or an item of the chart; a position that many hold is a position here.
  member uuid not null,
  kind text not null check (kind in ('user', 'group', 'position', 'department')),
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (group_id, member)
);
-- The walk from a user up to the groups, and from a group down to its sub-groups.
create index group_member_up on group_member (member, group_id);
create index group_member_down on group_member (group_id, kind, member);

-- Who is in which group (decision 19). A walk is `union`, not `union all`, so a circle in the data would end it, not hang
-- it. Its steps are laterals with `offset 0`: the planner takes walks for long and would join whole tables instead. For
-- the same reason it would compile them, which takes a hundred times longer than to run them: `jit = off`.

-- What of the chart a user belongs to: positions held, and all that lies above them.
create function seats_of_user(of_user uuid) returns table (item uuid, kind text, held boolean)
language plpgsql stable parallel safe rows 10 set jit = off as $$ begin return query
  with recursive seat (item, held) as (
    select h.item, true from org_holder h where h.user_id = of_user
    union
    select i.parent, false
    from seat s cross join lateral (select o.parent from org_item o where o.id = s.item offset 0) i
    where i.parent is not null
  )
  select s.item, i.kind, s.held
  from seat s cross join lateral (select o.kind from org_item o where o.id = s.item offset 0) i;
end $$;

-- All groups of a user, none when blocked: named there, by a position, by a department above it, by default, and all
-- groups that contain these.
create function groups_of_user(of_user uuid) returns setof uuid
language plpgsql stable parallel safe rows 20 set jit = off as $$ begin return query
  with recursive me as (
    select u.id, u.administrator from users u where u.id = of_user and u.status = 2 and u.deleted_at is null
  ), belongs (id) as (
    (
      select m.group_id from me join group_member m on m.member = me.id
      union all
      select m.group_id from me cross join seats_of_user(me.id) s
        cross join lateral (select g.group_id, g.kind from group_member g where g.member = s.item offset 0) m
        where s.held or m.kind = 'department'
      union all
      select g.id from me cross join user_group g where g.is_default and g.deleted_at is null
      union all
      select '36049a69-abef-5153-a561-401fa57d4ede'::uuid from me where me.administrator
    )
    union
    select m.group_id
    from belongs b cross join lateral (select g.group_id from group_member g where g.member = b.id offset 0) m
  )
  select b.id from belongs b;
end $$;

-- A group and all groups that contain it, at any height.
create function groups_around(of_group uuid) returns setof uuid
language plpgsql stable parallel safe rows 10 set jit = off as $$ begin return query
  with recursive above (id) as (
    select of_group
    union
    select m.group_id
    from above a cross join lateral (select g.group_id from group_member g where g.member = a.id offset 0) m
  )
  select a.id from above a;
end $$;

-- A group and all groups in it, at any depth.
create function groups_within(of_group uuid) returns setof uuid
language plpgsql stable parallel safe rows 10 set jit = off as $$ begin return query
  with recursive below (id) as (
    select of_group
    union
    select m.member from below b cross join lateral (
      select g.member from group_member g where g.group_id = b.id and g.kind = 'group' offset 0) m
  )
  select b.id from below b;
end $$;

-- All that a group names in the chart, through sub-groups too, and all that lies below its departments.
create function seats_of_group(of_group uuid) returns setof uuid
language plpgsql stable parallel safe rows 50 set jit = off as $$ begin return query
  with recursive seat (item, spreads) as (
    select m.member, m.kind = 'department' from groups_within(of_group) b (id) cross join lateral (
      select g.member, g.kind from group_member g
      where g.group_id = b.id and g.kind in ('position', 'department') offset 0) m
    union
    select i.id, true
    from seat s cross join lateral (select o.id from org_item o where o.parent = s.item and s.spreads offset 0) i
  )
  select distinct s.item from seat s;
end $$;

-- All users of a group, each once, without blocked ones: groups_of_user the other way round.
create function users_of_group(of_group uuid) returns setof uuid
language plpgsql stable parallel safe rows 100 set jit = off as $$ begin return query
  with below (id) as materialized (select w.id from groups_within(of_group) w (id)), found (id) as (
    select m.member from below b cross join lateral (
      select g.member from group_member g where g.group_id = b.id and g.kind = 'user' offset 0) m
    union
    select h.user_id from seats_of_group(of_group) s (item)
      cross join lateral (select o.user_id from org_holder o where o.item = s.item offset 0) h
    union
    select u.id from users u where exists (
      select from user_group g where g.is_default and g.deleted_at is null and g.id in (select b.id from below b))
    union
    select u.id from users u where u.administrator
      and exists (select from below b where b.id = '36049a69-abef-5153-a561-401fa57d4ede')
  )
  select u.id from found f cross join lateral (
    select o.id from users o where o.id = f.id and o.status = 2 and o.deleted_at is null offset 0) u;
end $$;

-- UUIDv5 of global/group/CODE.
insert into user_group
  (id, namespace, code, name, description, is_default, is_system, created_at, created_by, updated_at, updated_by)
select id::uuid, 'global', code, name, description, is_default, true, now(), nobody, now(), nobody
from (values
  ('36049a69-abef-5153-a561-401fa57d4ede', 'administrators', 'Administrators', 'Whoever may manage the platform.', false),
  ('f44cd2fb-1049-5b51-9a53-26f325ba9360', 'all_users', 'All users', 'Every user who is not blocked.', true)
) built_in (id, code, name, description, is_default)
cross join (values ('00000000-0000-0000-0000-000000000000'::uuid)) author (nobody);
