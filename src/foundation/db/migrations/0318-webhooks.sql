-- Webhooks: requests to other systems about changes of elements.
create table webhook (
  id uuid primary key,
  name text not null,
  url text not null,
  -- The events to send, such as element.created.
  events text[] not null,
  -- The namespaces and the applications (`namespace.code`) whose elements are sent; both empty for all.
  namespaces text[] not null,
  applications text[] not null,
  -- The user with whose rights elements are read. Elements that this user cannot see are not sent.
  user_id uuid not null,
  include_element boolean not null,
  is_on boolean not null,
  -- Why the webhook is off: administrator, failing or gone; null while it is on.
  off_reason text,
  -- Encrypted. After a rotation, requests are also signed with the previous secret until previous_until.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  -- Time of the first of the failed attempts since which none was successful; null when the last one was.
  failing_since timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- One event for one webhook. `webhook` is the distribution column.
create table webhook_delivery (
  webhook uuid not null,
  -- Sent as `webhook-id`; the same in every attempt.
  id uuid not null,
  -- The order of the events.
  no bigint generated always as identity,
  event text not null,
  -- Null for a test request.
  app uuid,
  element uuid,
  -- The path of the application at the time of the event.
  application text,
  -- More about the event: {at, by, rev, fields, file}.
  details jsonb not null,
  -- pending: waits for its first attempt or for the next one; delivered; failed: all attempts failed; skipped: the user
  -- of the webhook cannot see the element.
  state text not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- Number of attempts since the delivery was created, and since it was replayed last.
  attempts int not null default 0,
  tries int not null default 0,
  -- The newest attempts: [{at, status, problem, durationMs}].
  log jsonb not null default '[]',
  -- Result of the last attempt: HTTP status, reason of the failure, and the beginnings of both bodies.
  status int,
  problem text,
  request text,
  response text,
  ended_at timestamptz,
  -- The job that is sending the request.
  claimed_by uuid,
  claimed_at timestamptz,
  primary key (webhook, id)
);
create index webhook_delivery_newest on webhook_delivery (webhook, no desc);
create index webhook_delivery_state on webhook_delivery (webhook, state, no desc);
create index webhook_delivery_due on webhook_delivery (webhook, next_attempt_at) where state = 'pending';
create index webhook_delivery_order on webhook_delivery (webhook, app, element, no) where state = 'pending';
create index webhook_delivery_age on webhook_delivery (created_at);
