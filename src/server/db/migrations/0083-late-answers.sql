-- Answers that were typed in time and came after the deadline: evidence, which a marker accepts or declines (decision 56).
create table exam_late_answers (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references exam_attempts (id) on delete cascade,
  -- The page that kept it: each hands over its last answer to a question, once.
  writer uuid not null,
  question text not null,
  answer jsonb not null,
  -- By the server's clock, less the time that it waited by the clock of its device.
  typed_at timestamptz not null,
  received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
  -- To the learner.
  reason text not null default '',
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  constraint exam_late_answers_key unique (attempt_id, question, writer),
  constraint exam_late_answers_decided check ((state = 'waiting') = (decided_at is null))
);
create index exam_late_answers_waiting_idx on exam_late_answers (received_at, attempt_id) where state = 'waiting';
create index exam_late_answers_decider_idx on exam_late_answers (decided_by);
