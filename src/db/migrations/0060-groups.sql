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

-- UUIDv5 of global/group/CODE.
insert into user_group
  (id, namespace, code, name, description, is_default, is_system, created_at, created_by, updated_at, updated_by)
select id::uuid, 'global', code, name, description, is_default, true, now(), nobody, now(), nobody
from (values
  ('36049a69-abef-5153-a561-401fa57d4ede', 'administrators', 'Administrators', 'Whoever may manage the platform.', false),
  ('f44cd2fb-1049-5b51-9a53-26f325ba9360', 'all_users', 'All users', 'Every user who is not blocked.', true)
) built_in (id, code, name, description, is_default)
cross join (values ('00000000-0000-0000-0000-000000000000'::uuid)) author (nobody);
