-- What administrators say of access beside the definitions: one row for a namespace (`ref`) or an application
-- (`ref.products`), replaced as a whole.
create table access_setting (
  path text primary key,
  setting jsonb not null,
  rev bigint not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- Who was given rights to a single object, such as an element, beside all rules. A space is an application.
create table access_grant (
  space uuid not null,
  object uuid not null,
  -- A user, a group or an item of the chart.
  subject uuid not null,
  rights text[] not null,
  comment text not null default '',
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (space, object, subject)
);
-- All that somebody was given, in one application or in any.
create index access_grant_of on access_grant (subject, space, object) include (rights);

alter table namespace add column visible_to jsonb;
