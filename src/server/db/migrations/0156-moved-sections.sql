-- Where the address of a section that was moved to another course leads: the course and the key that it had there.
create table moved_sections (
  course_id uuid not null references courses (id) on delete cascade,
  key text not null,
  section_id uuid not null references section_registry (id) on delete cascade,
  moved_at timestamptz not null,
  primary key (course_id, key)
);
create index moved_sections_section_idx on moved_sections (section_id);
