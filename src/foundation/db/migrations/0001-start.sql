-- Search inside text, for indexes of kind "contains".
create extension if not exists pg_trgm;
