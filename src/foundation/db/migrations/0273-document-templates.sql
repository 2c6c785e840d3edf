-- Document templates: DOCX and HTML files of solutions, from which documents of elements are generated.
create table document_template (
  namespace text not null,
  code text not null,
  solution text not null,
  name text not null,
  -- Incremented by every change of the file or the settings.
  version int not null,
  -- 'docx' or 'html'.
  format text not null,
  -- The SHA-256 of the file in hex.
  hash text not null,
  -- The YAML file beside the template, without the name.
  settings jsonb not null,
  -- The placeholders of a DOCX file as a tree, so that the file is read once; null for HTML.
  outline jsonb,
  file bytea not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code)
);
create unique index document_template_path on document_template (lower(namespace), lower(code));

-- The file that a template made for an element, so that the next document becomes a version of the same file.
create table generated_document (
  app uuid not null,
  element uuid not null,
  namespace text not null,
  code text not null,
  -- The field of the element, and the format of the document: 'docx', 'html' or 'pdf'.
  field text not null,
  format text not null,
  file uuid not null,
  template_version int not null,
  generated_at timestamptz not null,
  generated_by uuid not null,
  primary key (app, element, namespace, code, field, format)
);
