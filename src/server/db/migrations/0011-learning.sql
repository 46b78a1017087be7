-- Who studies which course, and how far. Keys begin with the user, so that both tables can be split by user.
create table enrolments (
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  enrolled_at timestamptz not null default now(),
  -- Somebody who left keeps the progress and can come back.
  left_at timestamptz,
  -- Once complete, always complete: a section added later takes nothing away.
  completed_at timestamptz,
  last_section_id uuid references course_content (id) on delete set null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, course_id)
);
create index enrolments_course_idx on enrolments (course_id);
create index enrolments_last_section_idx on enrolments (last_section_id);

create table section_progress (
  user_id uuid not null,
  section_id uuid not null references course_content (id) on delete cascade,
  course_id uuid not null,
  -- The furthest part that was read, from 0 to 1.
  reached double precision not null default 0 check (reached between 0 and 1),
  -- Which seconds of a film were watched, and how many it has.
  watched int4multirange not null default '{}',
  duration integer not null default 0 check (duration >= 0),
  -- Marked as done by the learner.
  marked boolean not null default false,
  -- Where to go on: the second of a film, or the part of a text; and when a device said so.
  position double precision not null default 0 check (position >= 0),
  position_at timestamptz not null,
  done_at timestamptz,
  primary key (user_id, section_id),
  foreign key (user_id, course_id) references enrolments (user_id, course_id) on delete cascade
);
create index section_progress_course_idx on section_progress (user_id, course_id);
create index section_progress_section_idx on section_progress (section_id);
