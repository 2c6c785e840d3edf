-- Elements of up to 3,600 bytes, two to a page, stay whole and uncompressed. Above 2 kB PostgreSQL would compress the
-- body or move it out of line, and then unpacks all of it for each field that a filter or a sort reads. Rows that were
-- written before change when they are written again.
alter table element_default set (toast_tuple_target = 3600);
