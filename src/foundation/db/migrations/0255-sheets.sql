-- Sheets: rounds of approval and familiarization. A sheet is about one version of a file of an element.
create table sheet (
  id uuid primary key,
  app uuid not null,
  element uuid not null,
  -- approval, familiarization
  type text not null,
  -- inProgress, approved, approvedWithRemarks, rejected, informed, cancelled
  state text not null,
  -- The number of the sheet among the sheets of its type of the element, from 1.
  round int not null,
  subject text not null,
  comment text,
  -- The version of the file that the respondents answer about.
  file uuid not null,
  file_name text not null,
  version int not null,
  sha256 bytea not null,
  -- The route: stages with their rules, what ends the sheet, due dates and reminders.
  route jsonb not null,
  created_at timestamptz not null,
  -- The initiator.
  created_by uuid not null,
  ended_at timestamptz,
  -- The user whose action ended the sheet.
  ended_by uuid,
  -- Why the sheet was cancelled.
  reason text,
  -- The instance and the wait of the process activity that started the sheet, and the id of the activity.
  instance uuid,
  wait uuid,
  activity text
);
create unique index sheet_of_element on sheet (app, element, type, round);
create index sheet_newest on sheet (app, element, created_at desc, id desc);
-- Finds the sheets that a new version of a file cancels.
create index sheet_in_progress on sheet (file) where ended_at is null;
create unique index sheet_wait on sheet (wait) where wait is not null and ended_at is null;

-- The users who are asked for an answer, each in a stage. `sheet` is the distribution column.
create table sheet_respondent (
  sheet uuid not null,
  id uuid not null,
  -- The application of the element, by which substitutions are limited.
  app uuid not null,
  stage int not null,
  -- The place in the order of the stage. Respondents to whom an answer was delegated have the place of the delegator.
  place int not null,
  user_id uuid not null,
  -- waiting (for an earlier respondent), pending, approved, approvedWithRemarks, rejected, informed, delegated,
  -- skipped (approved this version before), removed, cancelled (the answer was no longer needed)
  state text not null,
  -- When it became the user's turn; null until then.
  opened_at timestamptz,
  due_at timestamptz,
  remind_at timestamptz,
  ended_at timestamptz,
  -- The user who answered in place of `user_id` as a substitute.
  substitute uuid,
  comment text,
  -- A file that belongs to the answer.
  answer_file uuid,
  -- The respondent who delegated the answer.
  delegated_from uuid,
  primary key (sheet, id)
) with (fillfactor = 80);
create unique index sheet_respondent_id on sheet_respondent (id);
create index sheet_respondent_to_do on sheet_respondent (user_id, opened_at desc, id desc) where ended_at is null;
create index sheet_respondent_of_user on sheet_respondent (user_id, opened_at desc, id desc);
create index sheet_respondent_reminder on sheet_respondent (remind_at) where remind_at is not null;

-- What happened with a sheet. Rows are only added: an answer cannot be changed, not even by a program.
create table sheet_event (
  sheet uuid not null,
  id uuid not null,
  -- started, answered, delegated, added, removed, reminded, cancelled, ended
  kind text not null,
  at timestamptz not null,
  -- The user who acted; null for reminders.
  by uuid,
  -- The principal for whom `by` acted as a substitute.
  on_behalf_of uuid,
  respondent uuid,
  -- The answer with the version and its SHA-256, comments, reasons and users.
  details jsonb not null,
  primary key (sheet, id)
);

create function refuse_sheet_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of sheet_event cannot be changed';
end $$;
create trigger sheet_event_is_kept before update or delete on sheet_event
  for each row execute function refuse_sheet_event_change();
