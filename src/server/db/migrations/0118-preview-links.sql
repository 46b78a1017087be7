-- Secret links by which people without an account read a course or post before it is public. Only the hash is kept.
create table preview_links (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references courses (id) on delete cascade,
  token_hash text not null unique,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index preview_links_course_idx on preview_links (course_id, created_at);
create index preview_links_created_by_idx on preview_links (created_by);
