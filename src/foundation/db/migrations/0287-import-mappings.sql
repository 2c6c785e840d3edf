-- The mapping of columns to fields that a user saved last, for the next file of the same application.
create table import_mapping (
  user_id uuid not null,
  app uuid not null,
  -- {mapping: {column: field}, mode, key}
  mapping jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, app)
);
-- The imports of one user, for the list of imports.
create index import_of_user on import (user_id, created_at desc, id desc);
create index import_newest_of_all on import (created_at desc, id desc);
