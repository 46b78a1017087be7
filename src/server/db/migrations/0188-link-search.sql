-- What the link dialog of the editor finds by parts of names (find-link-targets.ts).
create index courses_title_idx on courses using gin (title gin_trgm_ops);
create index course_content_title_idx on course_content using gin (title gin_trgm_ops);
