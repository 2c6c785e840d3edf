-- Key-value storage of integrations. The scope of a value is the system (namespace 'system', which no namespace can be
-- called), a namespace or module (code ''), or an application.
create table storage_value (
  namespace text not null,
  code text not null,
  key text not null,
  data text not null,
  -- Counted from 1, so that the audit can tell two values of the same size apart.
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code, key)
);
