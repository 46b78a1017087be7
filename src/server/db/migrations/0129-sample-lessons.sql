-- A lesson that its author marked as free to read: whoever finds the course reads it, whatever the plan.
alter table course_content
  add column sample boolean not null default false,
  add constraint course_content_sample_lesson check (not sample or section_type = 'lesson');
