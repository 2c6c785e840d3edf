-- Groups and roles that come with a solution (decision 25).
alter table user_group
  -- Null: made by hand.
  add column solution text,
  -- The file as it was applied last, with what it leaves out filled in. What differs from it was changed by hand.
  add column definition jsonb,
  add constraint user_group_of_solution check ((solution is null) = (definition is null));

-- A sub-group that the file names. All other members were put in by people, and stay whatever the files say.
alter table group_member add column from_solution boolean not null default false;
