-- Code that was answered in an exam is judged like a submission in a lab: by the question's own checks, as they were when it was
-- queued. Of a version of a lab there is none.
alter table lab_runs
  add column question text,
  add column spec json,
  -- Why it could not be judged, where that is known.
  add column reason text,
  add constraint lab_runs_exam check ((exam_attempt_id is null) = (question is null) and (question is null) = (spec is null));
drop index lab_runs_waiting_idx;
create unique index lab_runs_waiting_idx on lab_runs (user_id, section_id) where state = 'queued' and exam_attempt_id is null;
create unique index lab_runs_exam_waiting_idx on lab_runs (exam_attempt_id, question) where state = 'queued';
drop index lab_runs_exam_idx;
create index lab_runs_exam_idx on lab_runs (exam_attempt_id, question, queued_at);

-- The run that a mark was made by; null where a person gave it.
alter table exam_marks add column run_id uuid references lab_runs (id) on delete set null;
create index exam_marks_run_idx on exam_marks (run_id);
