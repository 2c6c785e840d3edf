-- Tables in this schema hold the compared values of elements as typed columns, one table per application with many
-- elements. They are made from `element` at any time and kept by triggers, so they are neither archived nor sealed.
create schema fields;

create table field_table (
  app uuid primary key,
  -- The names of the filled columns; null until the table is filled for the first time.
  columns text[],
  -- While the table is filled: the columns that are being filled, and the last element that has them.
  filling text[],
  filled_to uuid,
  -- Since when columns that no field has any more wait to be dropped: another node may still read them.
  outdated_since timestamptz
);

-- Elements are found by their status in the field table. Applications without one have few elements.
drop index element_status;
