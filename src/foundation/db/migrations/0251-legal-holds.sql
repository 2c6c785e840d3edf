-- Legal holds: what is under a hold can be deleted by no one, whatever their rights and whichever way they take. The
-- database itself refuses, so that no new way has to remember the rule.
create table legal_hold (
  id uuid primary key,
  -- Either a case, with every element registered in it, or one element.
  case_id uuid references nomenclature_case,
  app uuid,
  element uuid,
  reason text not null,
  placed_at timestamptz not null,
  placed_by uuid not null,
  lifted_at timestamptz,
  lifted_by uuid,
  lift_reason text,
  check ((case_id is null) = (element is not null) and (app is null) = (element is null))
);
create index legal_hold_element on legal_hold (app, element) where lifted_at is null and element is not null;
create index legal_hold_case on legal_hold (case_id) where lifted_at is null and case_id is not null;
create index legal_hold_newest on legal_hold (placed_at desc, id desc);
-- Which documents are in a held case.
create index registration_of_file on registration (file) where file is not null;

create function is_held_element(of_app uuid, of_element uuid) returns boolean language sql stable as $$
  select exists (select from legal_hold h where h.lifted_at is null and h.app = of_app and h.element = of_element)
    or exists (select from registration r join legal_hold h on h.case_id = r.case_id
      where r.app = of_app and r.element = of_element and h.lifted_at is null)
$$;
create function is_held_file(of_file uuid) returns boolean language sql stable as $$
  select exists (select from file_use u where u.file = of_file and is_held_element(u.app, u.element))
    or exists (select from registration r where r.file = of_file and is_held_element(r.app, r.element))
$$;

create function refuse_held_element() returns trigger language plpgsql as $$ begin
  if is_held_element(old.app, old.id) then
    raise exception 'the element is under a legal hold, so it cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger legal_hold before delete on element for each row execute function refuse_held_element();
create trigger legal_hold_soft before update of deleted_at on element for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_held_element();

create function refuse_held_file() returns trigger language plpgsql as $$ begin
  if is_held_file(old.id) then
    raise exception 'the file belongs to an element under a legal hold, so it cannot be deleted' using errcode = 'CH001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger legal_hold before delete on file for each row execute function refuse_held_file();
create trigger legal_hold_soft before update of deleted_at on file for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_held_file();

create function refuse_held_version() returns trigger language plpgsql as $$ begin
  if is_held_file(old.file) then
    raise exception 'the file belongs to an element under a legal hold, so its versions cannot be deleted' using errcode = 'CH001';
  end if;
  return old;
end $$;
create trigger legal_hold before delete on file_version for each row execute function refuse_held_version();

-- A file that is taken out of a field would lose its protection.
create function refuse_held_use() returns trigger language plpgsql as $$ begin
  if is_held_element(old.app, old.element) then
    raise exception 'the element is under a legal hold, so its files cannot be taken away' using errcode = 'CH001';
  end if;
  return old;
end $$;
create trigger legal_hold before delete on file_use for each row execute function refuse_held_use();

-- Acts by which cases were disposed of.
create table disposal_act (
  id uuid primary key,
  number text not null,
  comment text not null,
  at timestamptz not null,
  by uuid not null
);
create table disposal_act_case (
  act uuid not null references disposal_act,
  case_id uuid not null references nomenclature_case,
  primary key (act, case_id)
);
