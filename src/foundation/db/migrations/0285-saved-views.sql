-- Saved views of lists: filter, order and columns of a list under a name, of one user or shared with groups.
create table saved_view (
  id uuid primary key,
  app uuid not null,
  owner uuid not null,
  name text not null,
  -- The query parameters of the list, as the client wrote them.
  search text not null,
  -- Ids of groups whose members see the view, too.
  shared_with uuid[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_view_owner on saved_view (owner);
create index saved_view_shared on saved_view using gin (shared_with);
