-- Answers that people mark. An attempt with such answers has its result when the last of them is marked.
alter table exam_attempts add column waiting boolean not null default false,
  add constraint exam_attempts_waiting check (not waiting or (submitted_at is not null and not passed));

create table exam_marks (
  attempt_id uuid not null references exam_attempts (id) on delete cascade,
  question text not null,
  -- Grows with every mark: who marks says which one was seen.
  version integer not null default 0,
  -- The part of the points that is earned; null as long as nobody marked.
  part double precision check (part between 0 and 1),
  -- The level of each criterion of the rubric, by its place; null without a rubric.
  levels jsonb,
  -- To the learner.
  comment text not null default '',
  marker_id uuid references users (id) on delete set null,
  waits_since timestamptz not null,
  marked_at timestamptz,
  primary key (attempt_id, question),
  constraint exam_marks_marked check ((part is null) = (marked_at is null))
);
create index exam_marks_waiting_idx on exam_marks (waits_since, attempt_id, question) where part is null;
create index exam_marks_marker_idx on exam_marks (marker_id);

-- Files that candidates handed in; the bytes are in the store, under the id and ".upload".
create table exam_files (
  id uuid primary key,
  attempt_id uuid not null references exam_attempts (id) on delete cascade,
  question text not null,
  name text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);
create index exam_files_attempt_idx on exam_files (attempt_id, question);

-- Files of the store that nothing names any more, however their rows went; a chore removes them.
create table files_to_remove (key text primary key);

create function give_up_exam_file() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (key) values (old.id || '.upload') on conflict do nothing;
  return null;
end $$;
create trigger exam_files_given_up after delete on exam_files for each row execute function give_up_exam_file();
