-- The newest files of all directories, for those who see most of them.
create index file_created on file (created_at desc, id desc) where deleted_at is null;
