-- An exam that says nothing of waits has waits that grow (decision 43). Until now it was stored as one without any: those that
-- count toward their course and limit no attempts are taken as having said nothing. Attempts and results stay as they are.
update course_content set exam = jsonb_set(exam, '{settings,wait}', 'null')
where required and exam is not null and exam #> '{settings,wait}' = '0'
  and coalesce(exam #> '{settings,attempts}', 'null') = 'null';
