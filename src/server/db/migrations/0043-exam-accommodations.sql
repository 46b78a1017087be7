-- Forward only: the question that stands open; null where one may go back and forth.
alter table exam_attempts add column current_question text;

-- When an answer was given by the server's clock: one that waited on a device without a connection was given before it came.
alter table exam_answers add column given_at timestamptz;
update exam_answers set given_at = received_at;
alter table exam_answers alter column given_at set default now(), alter column given_at set not null;

-- What an administrator grants a person beyond the rules of an exam, and why.
create table exam_accommodations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Null: every exam.
  section_id uuid references section_registry (id) on delete cascade,
  extra_percent integer not null default 0 check (extra_percent between 0 and 1000),
  extra_minutes integer not null default 0 check (extra_minutes between 0 and 10000),
  extra_attempts integer not null default 0 check (extra_attempts between 0 and 100),
  -- Null: as the exam says.
  opens_at timestamptz,
  closes_at timestamptz,
  reason text not null check (reason <> ''),
  granted_at timestamptz not null,
  constraint exam_accommodations_key unique nulls not distinct (user_id, section_id)
);
create index exam_accommodations_section_idx on exam_accommodations (section_id);
