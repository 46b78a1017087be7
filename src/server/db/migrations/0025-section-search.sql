-- Search inside a course. A text that is longer is found by its beginning: a document may hold one megabyte.
alter table course_content add column search tsvector not null generated always as (
  setweight(to_tsvector('lectern', title), 'A') || setweight(to_tsvector('lectern', left(content, 100000)), 'B')) stored;
