-- Code of exams that could not be judged is read from the queue of answers that wait for a mark: there is little of it among all
-- that was judged.
create index lab_runs_unjudged_idx on lab_runs (exam_attempt_id, question) where state = 'failed' and exam_attempt_id is not null;
