-- Offices (places of registration) and the sections below them.
create table nomenclature_directory (
  id uuid primary key,
  kind text not null check (kind in ('place', 'section')),
  name text not null,
  -- Part of the indexes of the cases, such as 01 or MSK.
  code text,
  parent uuid references nomenclature_directory,
  -- The office: the directory itself, or the office above a section. Rights are given per office.
  office uuid not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  check ((kind = 'place') = (parent is null))
);
create index nomenclature_directory_newest on nomenclature_directory (created_at desc, id desc);
create index nomenclature_directory_children on nomenclature_directory (parent);

-- Cases, into which documents are registered.
create table nomenclature_case (
  id uuid primary key,
  directory uuid not null references nomenclature_directory,
  office uuid not null references nomenclature_directory,
  docflow text not null check (docflow in ('input', 'output', 'internal')),
  name text not null,
  -- The index of the case, such as 01-03; unique in office and year.
  index text,
  year int not null,
  state text not null check (state in ('draft', 'active', 'closed', 'archived', 'disposed')),
  -- Whether the case stays open when the nomenclature of the next year is opened.
  transitional boolean not null default false,
  -- The case of the previous year that this one continues.
  previous uuid,
  -- registrationSettings, as the API shows them.
  settings jsonb not null,
  -- The numerator of the case: its own id, or the case whose numbers it shares.
  serial uuid not null,
  -- {kind: years | permanent | until_replaced, years?, article?, expertReview?}
  retention jsonb,
  responsible uuid,
  place text,
  media text check (media in ('paper', 'electronic', 'mixed')),
  note text,
  opened_on date,
  closed_on date,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create index nomenclature_case_newest on nomenclature_case (created_at desc, id desc);
create index nomenclature_case_directory on nomenclature_case (directory);
create index nomenclature_case_serial on nomenclature_case (serial);
create unique index nomenclature_case_index on nomenclature_case (office, year, lower(index))
  where index is not null and deleted_at is null;

-- Earlier number templates of a case. A number keeps the template that it was made from.
create table nomenclature_template (
  case_id uuid not null references nomenclature_case,
  no int not null,
  template text not null,
  since timestamptz not null,
  by uuid not null,
  primary key (case_id, no)
);

-- The numerators: one row per serial and reset period. Whoever gives a number locks the row, so that numbers have no
-- gaps. The row also holds the end of the journal of that period: how many rows it has, and the hash of the last one.
create table registration_counter (
  serial uuid not null,
  -- First day of the period; 0001-01-01 when numbers are never reset.
  period date not null,
  last bigint not null default 0,
  rows bigint not null default 0,
  hash bytea,
  primary key (serial, period)
);

-- Registrations in their present state.
create table registration (
  id uuid primary key,
  case_id uuid not null references nomenclature_case,
  serial uuid not null,
  period date not null,
  -- The value of the counter; null for a number typed by hand.
  seq bigint,
  number text not null,
  -- The template of the number; null for a number typed by hand.
  template text,
  state text not null check (state in ('reserved', 'registered', 'annulled')),
  app uuid,
  element uuid,
  -- Registration date, in the time zone of the organisation.
  registered_on date,
  -- When and by whom the number was given.
  registered_at timestamptz not null,
  registered_by uuid not null,
  -- Values of the card: correspondentNumber, correspondentDate, sheets, delivery, comment, paperAt.
  card jsonb not null default '{}',
  file uuid,
  file_version int,
  file_sha256 text,
  -- A process instance that registered the element.
  instance uuid,
  -- The registration that this one repeats.
  previous uuid,
  reserved_for uuid,
  reserved_until date,
  annulled_at timestamptz,
  annulled_by uuid,
  reason text,
  corrections int not null default 0,
  foreign key (serial, period) references registration_counter
);
create unique index registration_number on registration (serial, period, number);
create index registration_of_element on registration (app, element) where element is not null;
create index registration_of_case on registration (case_id, registered_at desc, id desc);
create index registration_newest on registration (registered_at desc, id desc);
create index registration_expiring on registration (reserved_until) where state = 'reserved';

-- The journal: every act on a registration, in its order, chained by hashes. Rows are only ever added.
create table registration_entry (
  serial uuid not null,
  period date not null,
  no bigint not null,
  registration uuid not null,
  act text not null check (act in ('reserve', 'register', 'annul', 'correct', 'expire')),
  at timestamptz not null,
  by uuid not null,
  -- The registration after the act, as text, so that its hash can be computed again.
  content text not null,
  -- SHA-256 over the hash of the row before and the values of this row.
  hash bytea not null,
  primary key (serial, period, no)
);
create index registration_entry_of on registration_entry (registration, no);
create unique index registration_entry_hash on registration_entry (hash);
create trigger append_only before update or delete or truncate on registration_entry
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on registration_entry from current_user;
