-- Every saved state of a course, as its form holds it: who saved it, when, and what it was.
create table course_versions (
  course_id uuid not null references courses (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  -- The version that was saved again with this one.
  restored_version integer,
  saved_by uuid references users (id) on delete set null,
  saved_at timestamptz not null,
  primary key (course_id, version)
);
create index course_versions_saved_by_idx on course_versions (saved_by);
