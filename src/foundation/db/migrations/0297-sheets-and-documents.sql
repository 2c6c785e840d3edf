-- Sheets end with their documents, show the name of their process, and can act when a respondent is overdue.
alter table sheet add column instance_name text;
-- Finds the sheets that a change of an element may cancel.
create index sheet_open_of_element on sheet (app, element) where ended_at is null;

alter table sheet_respondent
  -- When the stage does something about a respondent who has not answered; null when it does nothing.
  add column overdue_at timestamptz,
  -- Whether the platform gave the answer, because the respondent was overdue.
  add column automatic boolean not null default false,
  -- Whether the respondent has replaced an overdue respondent.
  add column escalated boolean not null default false;
create index sheet_respondent_overdue on sheet_respondent (overdue_at) where overdue_at is not null;
