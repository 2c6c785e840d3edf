-- The texts of definitions that solutions give in several languages, such as the name of an application. The definition
-- itself holds the first language.
create table definition_text (
  kind text not null,
  path text not null,
  solution text not null,
  texts jsonb not null,
  primary key (kind, path)
);
