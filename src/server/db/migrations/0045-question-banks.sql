-- Banks of questions that exams draw from.
create table question_banks (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  description text not null default '',
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint question_banks_slug_key unique (slug),
  constraint question_banks_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  constraint question_banks_title_not_blank check (btrim(title) <> '')
);

-- A file of questions that was taken into a bank, with what became of each of them.
create table question_imports (
  id uuid primary key default gen_random_uuid(),
  bank_id uuid not null references question_banks (id) on delete cascade,
  file_name text not null,
  format text not null,
  report jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index question_imports_bank_idx on question_imports (bank_id, created_at desc);

create table bank_questions (
  id uuid primary key default gen_random_uuid(),
  bank_id uuid not null references question_banks (id) on delete cascade,
  -- Its name in the bank, for files and for the attempts that ask it.
  key text not null,
  place bigint generated always as identity,
  kind text not null,
  tags text[] not null default '{}',
  question jsonb not null,
  -- Every word of it, for the search.
  words text not null,
  version integer not null default 1 check (version >= 1),
  import_id uuid references question_imports (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_questions_key_key unique (bank_id, key)
);
create index bank_questions_place_idx on bank_questions (bank_id, place);
create index bank_questions_tags_idx on bank_questions using gin (tags);
create index bank_questions_words_idx on bank_questions using gin (words gin_trgm_ops);
create index bank_questions_import_idx on bank_questions (import_id) where import_id is not null;

-- What a question was before it was changed.
create table bank_question_versions (
  question_id uuid not null references bank_questions (id) on delete cascade,
  version integer not null check (version >= 1),
  tags text[] not null,
  question jsonb not null,
  saved_at timestamptz not null,
  primary key (question_id, version)
);
