-- What is in the recycle bin, by its age.
create index file_bin on file (deleted_at) where deleted_at is not null;
