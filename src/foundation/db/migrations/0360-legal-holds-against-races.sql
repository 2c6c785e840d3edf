-- A hold that is placed while an uncommitted transaction deletes what it protects would come too late, and the deletion
-- too early: neither sees the other. Placing a hold therefore locks the rows. The deletion waits for the hold, or the hold
-- for the deletion.
create function lock_held_rows() returns trigger language plpgsql as $$ begin
  perform from element e where (e.app, e.id) in (
      select new.app, new.element where new.element is not null
      union select r.app, r.element from registration r where r.case_id = new.case_id)
    order by e.app, e.id for share;
  perform from file_use u where (u.app, u.element) in (
      select new.app, new.element where new.element is not null
      union select r.app, r.element from registration r where r.case_id = new.case_id)
    order by u.app, u.element, u.field, u.file for share;
  perform from file f where f.id in (
      select u.file from file_use u where u.app = new.app and u.element = new.element
      union select r.file from registration r where r.app = new.app and r.element = new.element
      union select r.file from registration r where r.case_id = new.case_id
      union select u.file from file_use u join registration r on r.app = u.app and r.element = u.element
        where r.case_id = new.case_id)
    order by f.id for share;
  return new;
end $$;
create trigger lock_held_rows before insert on legal_hold for each row execute function lock_held_rows();

-- An element, a version or the use of a file that gets another key would lose its protection.
create or replace function refuse_held_version() returns trigger language plpgsql as $$ begin
  if is_held_file(old.file) then
    raise exception 'the file belongs to an element under a legal hold, so its versions cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace function refuse_held_use() returns trigger language plpgsql as $$ begin
  if is_held_element(old.app, old.element) then
    raise exception 'the element is under a legal hold, so its files cannot be taken away' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger legal_hold_key before update of app, id on element for each row
  when (old.app is distinct from new.app or old.id is distinct from new.id) execute function refuse_held_element();
create trigger legal_hold_key before update of id on file for each row
  when (old.id is distinct from new.id) execute function refuse_held_file();
create trigger legal_hold_key before update of file, no, sha256 on file_version for each row
  when (old.file is distinct from new.file or old.no is distinct from new.no or old.sha256 is distinct from new.sha256)
  execute function refuse_held_version();
create trigger legal_hold_key before update on file_use for each row
  when (old is distinct from new) execute function refuse_held_use();

create function refuse_truncate_with_holds() returns trigger language plpgsql as $$ begin
  if exists (select from legal_hold where lifted_at is null) then
    raise exception 'there are legal holds, so the table "%" cannot be emptied', tg_table_name using errcode = 'CH001';
  end if;
  return null;
end $$;
create trigger legal_hold_truncate before truncate on element for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on element_default for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on file for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on file_version for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on file_use for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on registration for each statement execute function refuse_truncate_with_holds();
create trigger legal_hold_truncate before truncate on legal_hold for each statement execute function refuse_truncate_with_holds();

-- A hold ends by being lifted, with a reason. It is neither deleted nor turned towards something else.
create function refuse_hold_change() returns trigger language plpgsql as $$ begin
  raise exception 'a legal hold cannot be deleted or changed; it can be lifted' using errcode = 'CH001';
end $$;
create trigger hold_stays before delete on legal_hold for each row
  when (old.lifted_at is null) execute function refuse_hold_change();
create trigger hold_stays_as_placed before update on legal_hold for each row
  when ((old.id, old.case_id, old.app, old.element, old.reason, old.placed_at, old.placed_by)
    is distinct from (new.id, new.case_id, new.app, new.element, new.reason, new.placed_at, new.placed_by))
  execute function refuse_hold_change();
