-- Words of files in Russian and English, each in its stem. None is left out: also "the" and "не" can be looked for.
create text search dictionary file_russian (template = snowball, language = russian);
create text search dictionary file_english (template = snowball, language = english);
create text search configuration file_words (copy = pg_catalog.russian);
alter text search configuration file_words
  alter mapping for asciiword, asciihword, hword_asciipart with file_english;
alter text search configuration file_words
  alter mapping for word, hword, hword_part with file_russian;

-- What is written in bytes, once for all files that have them. Goes with the bytes.
create table blob_text (
  sha256 bytea primary key references blob on delete cascade,
  -- Waiting, done, none (of no kind that has a text), or failed, with the reason.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'none', 'failed')),
  words tsvector,
  -- How the text begins, to be shown with what was found.
  excerpt text,
  reason text,
  waiting_since timestamptz not null default now(),
  -- Attempts that were begun; a process that died of the file has counted its own.
  tries integer not null default 0,
  -- By one node, until then.
  taken_until timestamptz,
  extracted_at timestamptz
);
create index blob_text_words on blob_text using gin (words);
create index blob_text_waiting on blob_text (waiting_since) where state = 'waiting';

insert into blob_text (sha256, waiting_since)
select distinct on (sha256) sha256, created_at from file_version order by sha256, created_at;

-- Signs are no parts of words, as the default parser would have it in `report_2026-05.pdf`.
alter table file add column words tsvector
  generated always as (to_tsvector('file_words', regexp_replace(lower(name), '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'))) stored;
create index file_words on file using gin (words);
