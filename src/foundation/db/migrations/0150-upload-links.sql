-- Links for one PUT that have been used. A row comes with the upload that used it, and goes when the link would be over.
create table spent_link (
  id uuid primary key,
  until timestamptz not null
);
