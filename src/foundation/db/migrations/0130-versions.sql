-- Under which upload a version came, so that the same request after a lost answer finds it.
alter table file_version add column hash uuid;
update file_version v set hash = f.hash from file f where f.id = v.file and v.no = 1;
