-- Exams that are taken. An exam as it was when somebody began it: attempts stay with it, whatever an author changes later.
create table exam_versions (
  id uuid primary key default gen_random_uuid(),
  section_id uuid not null references course_content (id) on delete cascade,
  fingerprint text not null,
  exam jsonb not null,
  -- HTML by the Markdown it was made of.
  html jsonb not null,
  created_at timestamptz not null default now(),
  constraint exam_versions_fingerprint_key unique (section_id, fingerprint)
);

create table exam_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  section_id uuid not null references course_content (id) on delete cascade,
  version_id uuid not null references exam_versions (id) on delete cascade,
  number integer not null check (number >= 1),
  started_at timestamptz not null,
  deadline_at timestamptz,
  submitted_at timestamptz,
  -- Whether the candidate ended it, or the deadline.
  ended_by text check (ended_by in ('candidate', 'deadline')),
  passed boolean,
  result jsonb,
  constraint exam_attempts_number_key unique (user_id, section_id, number),
  constraint exam_attempts_result check ((submitted_at is null) = (result is null)
    and (submitted_at is null) = (passed is null) and (submitted_at is null) = (ended_by is null))
);
-- Whatever is clicked, and in however many tabs: nobody has two attempts open at one exam.
create unique index exam_attempts_open_key on exam_attempts (user_id, section_id) where submitted_at is null;
create index exam_attempts_deadline_idx on exam_attempts (deadline_at) where submitted_at is null;
create index exam_attempts_section_idx on exam_attempts (section_id);
create index exam_attempts_version_idx on exam_attempts (version_id);

-- Every answer that was given, in order; nothing is ever changed or removed.
create table exam_answers (
  attempt_id uuid not null references exam_attempts (id) on delete cascade,
  -- The page that sent it, and its place among what that page sent: what is sent twice is kept once.
  writer uuid not null,
  seq integer not null check (seq >= 1),
  place bigint generated always as identity,
  question text not null,
  answer jsonb not null,
  received_at timestamptz not null,
  primary key (attempt_id, writer, seq)
);
