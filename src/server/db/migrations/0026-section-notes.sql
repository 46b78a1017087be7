-- What a learner wrote down beside a section, and whether it is bookmarked. It outlives the section.
create table section_notes (
  user_id uuid not null references users (id) on delete cascade,
  section_id uuid not null references section_registry (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  -- Markdown, as it was typed.
  body text not null default '' check (char_length(body) <= 20000),
  version integer not null default 1,
  bookmarked_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, section_id)
);
create index section_notes_course_idx on section_notes (user_id, course_id);
create index section_notes_section_idx on section_notes (section_id);
