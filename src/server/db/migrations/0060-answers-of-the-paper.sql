-- Saving took answers to questions that an attempt does not ask, and answers of any length: what no paper asks, and what is
-- longer than any answer that a learner could write, counts for nothing and goes.
delete from exam_answers w using exam_attempts a, exam_versions v
where a.id = w.attempt_id and v.id = a.version_id and jsonb_typeof(v.exam -> 'questions') = 'array'
  and (octet_length(w.answer::text) > 200000
    or not exists (select from jsonb_array_elements(v.exam -> 'questions') q where q ->> 'id' = w.question));
