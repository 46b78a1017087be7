-- A deleted post waits in the trash like a course; a draft has no date to keep.
alter table deleted_courses alter column published_at drop not null;
alter table deleted_courses add column kind course_kind not null default 'course' check (kind <> 'deleted');
alter table deleted_courses alter column kind drop default;
