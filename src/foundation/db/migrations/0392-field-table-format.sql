-- The format of the columns. A node whose program makes an older format leaves all field tables alone; a newer one prepares
-- them again. Before, each application had triggers of its own; now, one trigger serves all.
alter table field_table add column format int not null default 0;
