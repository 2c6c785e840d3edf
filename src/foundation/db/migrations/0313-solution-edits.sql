-- Files of solutions that were changed on this installation, not by applying the whole folder, and that have not been
-- exported since.
create table solution_edit (
  solution text not null,
  -- Path inside the solution, such as namespaces/docs/apps/contracts.yaml.
  file text not null,
  edited_at timestamptz not null,
  edited_by uuid not null,
  primary key (solution, file)
);
