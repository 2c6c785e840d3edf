-- Tasks and answers of substitutes, for the lists of what a person has done.
create index process_task_substitute on process_task ((outcome ->> 'by')) where outcome ? 'onBehalfOf';
create index sheet_respondent_substitute on sheet_respondent (substitute) where substitute is not null;

-- The BPMN file that somebody draws and has not published, one per process.
create table process_draft (
  namespace text not null,
  code text not null,
  revision bigint not null,
  xml text not null,
  base_version int,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code)
);
