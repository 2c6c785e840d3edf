-- Comments of users on elements. They are added only: a discussion that led to a decision stays as it was.
create table element_comment (
  app uuid not null,
  element uuid not null,
  -- Ids follow the order of time.
  id uuid not null,
  author uuid not null,
  text text not null,
  -- Ids of the users that the text mentions.
  mentions uuid[] not null,
  created_at timestamptz not null,
  primary key (app, element, id)
);
