-- Three letters of names each, so that a part of a name is found without reading all names. The expression is the one
-- that filters use. The indexes for texts of elements are made while the server runs (keep-all-indexes.ts).
create index file_name_part on file using gin (lower(name collate "und-x-icu") gin_trgm_ops);
