-- Which elements name a file, and where: whoever may read the element and the field may read the file. Written in the
-- statement that writes the element. No foreign keys: elements are kept for ever, and a purge asks here first.
create table file_use (
  app uuid not null,
  element uuid not null,
  -- Code of the field, or table.column.
  field text not null,
  file uuid not null,
  primary key (app, element, field, file)
);
create index file_use_file on file_use (file);

-- The folder of an element; empty for all others. Who may read the element may look into it.
alter table directory add column app uuid, add column element uuid;
create unique index directory_element on directory (element) where element is not null;

-- Above the folders of applications, and these above those of their elements.
insert into directory (id, parent, parents, name, name_key, is_system, created_at, created_by, updated_at, updated_by)
values ('5f2380e0-fcc7-517f-8f89-7fd9069e3986', null, '{}', 'elements', 'elements', true,
  now(), '00000000-0000-0000-0000-000000000000', now(), '00000000-0000-0000-0000-000000000000');
