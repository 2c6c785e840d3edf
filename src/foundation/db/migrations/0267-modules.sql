-- Modules: definitions of solutions, which the catalog keeps in memory. The namespace of a module is its own code.
create table module (
  namespace text not null,
  code text primary key,
  solution text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  check (namespace = code)
);
create unique index module_code on module (lower(code));

-- What administrators set on this installation: whether the module is switched on, and the values of its settings.
create table module_state (
  module text primary key references module (code) on delete cascade,
  -- Null: as the definition says.
  enabled boolean,
  settings jsonb not null default '{}',
  -- The values of secret settings, encrypted: {code: base64}.
  secrets jsonb not null default '{}',
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- Internal extensions of a telephone system and the users who have them.
create table telephony_binding (
  module text not null references module (code) on delete cascade,
  extension text not null,
  user_id uuid not null references users (id),
  -- The place in the list, as it was given.
  place int not null,
  primary key (module, extension)
);
