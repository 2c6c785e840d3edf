-- Process templates. A template is an address with settings; its published versions hold the diagrams.
create table process_template (
  id uuid primary key,
  namespace text not null,
  code text not null,
  solution text,
  -- The template that has the file, for the further processes of a file with several pools.
  part_of uuid,
  name text not null default '',
  -- The settings as the YAML file beside the diagram states them: description, access, start limit, starts.
  definition jsonb not null,
  -- The SHA-256 of the file of the newest version, and of the file that the solution applied last.
  hash text not null default '',
  applied_hash text,
  -- The newest published version; 0 before the first.
  version int not null default 0,
  -- Set when the template was removed from its solution: its instances continue, and no instance is started any more.
  retired_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);
create unique index process_template_path on process_template (lower(namespace), lower(code));
create index process_template_parts on process_template (part_of) where part_of is not null;

-- Published versions. They never change.
create table process_version (
  template uuid not null,
  version int not null,
  -- The file as it was published, byte by byte.
  bpmn bytea not null,
  -- The compiled program (src/process/model/program.ts). A program of an older format is compiled again from `bpmn`.
  program jsonb not null,
  format int not null,
  -- What the program refers to: [{to: process, decision, group or application, path, element, version?}].
  uses jsonb not null default '[]',
  comment text,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (template, version)
);

-- Instances. The state of the engine is one document, which is replaced by compare-and-set on `rev`.
-- `instance` is the distribution column of all tables below; this table's is `id`.
create table process_instance (
  id uuid primary key,
  template uuid not null,
  version int not null,
  rev bigint not null,
  -- As on the wire: exec (work is due), wait, done, cancel (interrupted), error (an incident is open).
  state text not null,
  name text not null,
  -- The variables of the instance.
  context jsonb not null,
  -- The engine's state without the variables; null after the end.
  execution jsonb,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  ended_at timestamptz,
  -- The calling instance, and the instance that was started first. A called instance has the id of its caller's wait.
  parent uuid,
  root uuid not null,
  -- The templates of the calling instances, the outermost first, so that endless calls are found.
  callers uuid[],
  -- The element that the process runs for.
  item_app uuid,
  item uuid,
  -- The identifier of the object of another system that the process was started for; by default that of the element.
  target text,
  -- Why the instance was interrupted, or the BPMN error that it ended with: {comment} or {code, message}.
  outcome jsonb,
  -- The idempotency key of the start.
  start_key text
) with (fillfactor = 70);
create index process_instance_newest on process_instance (template, created_at desc, id desc);
create index process_instance_running on process_instance (template, created_at desc, id desc) where ended_at is null;
create index process_instance_item on process_instance (item) where item is not null;
create index process_instance_running_item on process_instance (item_app, item) where ended_at is null and item is not null;
create index process_instance_target on process_instance (target) where target is not null;
create index process_instance_parent on process_instance (parent) where parent is not null;
create index process_instance_root on process_instance (root) where parent is not null;
create unique index process_instance_start on process_instance (template, start_key) where start_key is not null;

-- What instances wait for. The rows are projections of the states, written by the same statements.
create table process_wait (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version int not null,
  element text not null,
  -- A wait of the state: task, job, action, delegated, child, continuation, timer, message, signal, condition. Or
  -- something that was committed together with its cause and is done soon: stimulus (a stimulus for the instance),
  -- thrown (a message or signal that the instance sent), rest (the rest of an advance that stopped at its limit). Or
  -- taskTimer: a reminder or escalation of the task `key`, which is not a part of the engine's state.
  kind text not null,
  -- When a timer fires, when the answer to a delegated action is late, or when anything else is due. A node that takes
  -- a due row moves this time forward, so that another node takes the row after a crash.
  due_at timestamptz,
  -- The name of a message or signal, and the correlation key of a message.
  name text,
  key text,
  -- Kind-specific. For work: {settings, input, attempt, by, due}; for a stimulus: {stimulus, by}.
  details jsonb,
  opened_at timestamptz not null,
  primary key (instance, id)
) with (fillfactor = 80);
create index process_wait_due on process_wait (due_at) where due_at is not null;
create index process_wait_event on process_wait (name, key) where name is not null;
create index process_wait_element on process_wait (template, element);

-- One row for each advance: what happened, for the instance's history and for statistics.
-- Append-only; `at` is part of the key so that the table can be partitioned by month.
create table process_history (
  instance uuid not null,
  rev bigint not null,
  at timestamptz not null,
  template uuid not null,
  version int not null,
  by uuid not null,
  -- What made the instance advance, such as {type: complete, wait, …}, without values.
  stimulus jsonb not null,
  -- The engine's history effects in their order, with the duration in ms of completed elements, and changed variables.
  events jsonb not null,
  primary key (instance, rev, at)
);
create index process_history_of_template on process_history (template, at);

-- Work for people. A task has the id of its wait.
create table process_task (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version int not null,
  element text not null,
  type text not null,
  subject text not null,
  -- new, in_progress (claimed or assigned to one person who began), done, cancelled
  state text not null,
  -- The only person who works on the task; null while it waits in the queue of its candidates.
  assignee uuid,
  -- Users, groups and items of the organisation chart that may claim the task; null when it was assigned directly.
  candidates uuid[],
  -- The user who delegated the task to the assignee, and gets it back.
  owner uuid,
  -- Users with a question that they have not answered yet.
  asked uuid[],
  -- Former assignees and everybody who was asked; they may see the instance.
  participants uuid[],
  due_at timestamptz,
  priority int not null default 0,
  item_app uuid,
  item uuid,
  created_at timestamptz not null,
  claimed_at timestamptz,
  ended_at timestamptz,
  -- How the task ended: {exit, by, onBehalfOf, comment}.
  outcome jsonb,
  -- The exits and other settings, as the element declares them, and in `input` the values of its input mappings.
  settings jsonb not null,
  rev bigint not null default 0,
  primary key (instance, id)
) with (fillfactor = 80);
create index process_task_id on process_task (id);
create index process_task_of_assignee on process_task (assignee, created_at desc, id desc) where ended_at is null and assignee is not null;
create index process_task_candidates on process_task using gin (candidates) where ended_at is null and assignee is null;
create index process_task_asked on process_task using gin (asked) where ended_at is null and asked is not null;
create index process_task_owner on process_task (owner) where ended_at is null and owner is not null;
create index process_task_item on process_task (item_app, item) where ended_at is null and item is not null;
create index process_task_open on process_task (template, created_at desc, id desc) where ended_at is null;

-- What happened to a task between its creation and its end.
create table process_task_event (
  instance uuid not null,
  task uuid not null,
  id uuid not null,
  -- claimed, released, reassigned, delegated, returned, asked, answered, reminded, escalated
  kind text not null,
  at timestamptz not null,
  -- The user who acted; null for reminders and escalations.
  by uuid,
  -- The user whom `by` substituted for.
  on_behalf_of uuid,
  -- The comment, the users and the values of the action.
  details jsonb not null,
  primary key (instance, task, id)
);

-- Failures that stopped a token until a person acts.
create table process_incident (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version int not null,
  element text not null,
  kind text not null,
  message text not null,
  -- Equal for incidents with the same cause, so that they can be retried together.
  message_hash text not null,
  -- open, resolved, cancelled
  state text not null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  primary key (instance, id)
);
create index process_incident_id on process_incident (id);
create index process_incident_open on process_incident (template, element, opened_at) where state = 'open';

-- Delegated actions that another system continues later. A restore point has the id of its wait.
create table process_restore_point (
  instance uuid not null,
  id uuid not null,
  template uuid not null,
  version int not null,
  element text not null,
  -- The activity's code, its declared output, and where it is delegated to.
  settings jsonb not null,
  input jsonb not null,
  -- open, used, expired, revoked
  state text not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  -- A hash of the answer that used the point, so that a repeated answer is recognised.
  answer_hash text,
  primary key (instance, id)
);
create index process_restore_point_id on process_restore_point (id);
create index process_restore_point_open on process_restore_point (created_at, id) where state = 'open';

-- What starts instances by itself: the start events of the newest published versions.
create table process_start (
  template uuid not null,
  element text not null,
  version int not null,
  -- timer, message, signal, elementEvent
  kind text not null,
  due_at timestamptz,
  name text,
  -- For element events: the application, and the event: created, updated, statusChanged, deleted.
  app uuid,
  settings jsonb not null,
  primary key (template, element)
);
create index process_start_due on process_start (due_at) where due_at is not null;
create index process_start_event on process_start (name) where name is not null;
create index process_start_app on process_start (app) where app is not null;

-- Work on many instances in the background: interrupting, moving to a version, retrying.
create table process_batch (
  id uuid primary key,
  -- move, interrupt, retry
  kind text not null,
  -- new, executing, completed, completedWithErrors, cancelled
  state text not null,
  -- The template, when all instances belong to one.
  template uuid,
  -- What is done: the version, the mapping, the comment.
  settings jsonb not null,
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null,
  created_by uuid not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index process_batch_newest on process_batch (created_at desc, id desc);
create table process_batch_item (
  batch uuid not null,
  position int not null,
  instance uuid not null,
  -- The incident to retry; null in batches of other kinds.
  incident uuid,
  -- new, done, skipped, failed
  state text not null,
  -- Why the instance was left as it is: [{code, message, …}].
  reasons jsonb,
  primary key (batch, position)
);
create index process_batch_item_new on process_batch_item (batch, position) where state = 'new';
