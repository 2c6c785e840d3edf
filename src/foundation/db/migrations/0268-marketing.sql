-- Whether the area of marketing is on, and which groups work with it besides the administrators. One row at most; without
-- it, the area is on and for administrators only.
create table marketing_setting (
  only_one boolean primary key default true check (only_one),
  enabled boolean not null,
  groups jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- What a person has agreed to receive, such as a newsletter.
create table marketing_category (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  created_by uuid not null
);
create unique index marketing_category_name on marketing_category (lower(name));

create table marketing_subscriber (
  id uuid primary key,
  -- The e-mail address in lower case, or else the phone number with digits only.
  address text not null,
  name text not null,
  email text,
  phone text,
  external_id text,
  -- The element that the subscriber was made from; dynamic segments find subscribers by it.
  contact_namespace text,
  contact_code text,
  contact_id uuid,
  consent text not null check (consent in ('none', 'given', 'withdrawn')),
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  -- Ids of categories.
  preferences uuid[] not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  check ((consent = 'withdrawn') = (unsubscribed_at is not null)),
  check ((contact_id is null) = (contact_namespace is null) and (contact_id is null) = (contact_code is null))
);
create unique index marketing_subscriber_address on marketing_subscriber (address);
create index marketing_subscriber_newest on marketing_subscriber (created_at, id);
create index marketing_subscriber_contact on marketing_subscriber (contact_id) where contact_id is not null;

create table marketing_segment (
  id uuid primary key,
  name text not null,
  external_id text,
  preference uuid references marketing_category (id),
  type text not null check (type in ('static', 'dynamic')),
  -- The application and the filter of a dynamic segment.
  namespace text,
  code text,
  filter jsonb,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  check ((type = 'dynamic') = (namespace is not null and code is not null and filter is not null))
);
create unique index marketing_segment_external_id on marketing_segment (external_id);

create table marketing_member (
  segment uuid not null references marketing_segment (id) on delete cascade,
  subscriber uuid not null references marketing_subscriber (id) on delete cascade,
  added_at timestamptz not null,
  added_by uuid not null,
  primary key (segment, subscriber)
);
create index marketing_member_subscriber on marketing_member (subscriber);
