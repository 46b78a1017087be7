-- What an author demands of learners: sections in order, a course before this one, when a section opens, which ones count.
create type section_order as enum ('free', 'in-order');
alter table courses
  add column section_order section_order not null default 'free',
  add column prerequisite_id uuid references courses (id) on delete set null,
  add constraint courses_prerequisite_other check (prerequisite_id <> id);
create index courses_prerequisite_idx on courses (prerequisite_id) where prerequisite_id is not null;

alter table course_content
  add column required boolean not null default true,
  add column opens_at timestamptz,
  -- Days since the enrolment.
  add column opens_after_days integer check (opens_after_days between 1 and 3650),
  -- Whether the course is complete only with it: an exam without questions cannot be passed.
  add column counts boolean not null generated always as
    (required and (section_type <> 'exam' or exam->'questions'->0 is not null
      or exam->'draws'->0 is not null)) stored;
