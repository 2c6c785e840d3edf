-- The format of the columns. A node whose program makes an older format leaves all field tables alone.
alter table field_table add column format int not null default 1;

-- Every table is prepared again after the start, because `filling` names no column of it: one trigger for all
-- applications replaces the triggers of each application.
update field_table set filling = array[''], filled_to = null;
