-- What administrators prepare beside the live text of a course or post, and publish together: one draft of each.
create table course_drafts (
  course_id uuid primary key references courses (id) on delete cascade,
  -- Another number with every save, and never one that another draft had.
  version integer not null generated always as identity,
  -- The version of the course that it began with, and that version itself: what others saved since is told apart by it.
  based_on integer not null,
  base jsonb not null,
  content jsonb not null,
  -- Ids of people stand beside the documents, so that an erased account leaves none in them.
  base_authors uuid[] not null,
  authors uuid[] not null,
  saved_by uuid references users (id) on delete set null,
  saved_at timestamptz not null
);
create index course_drafts_saved_by_idx on course_drafts (saved_by);
