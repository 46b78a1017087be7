-- Figures of large exams and courses that would have to be counted from every attempt and learner: a chore counts them, and
-- whoever reads them is told when that was (decision 180). `basis` and `size` say what there was then: what
-- hasn't changed isn't counted again.
create table exam_figures (
  section_id uuid primary key references course_content (id) on delete cascade,
  figures jsonb not null,
  basis text not null,
  counted_at timestamptz not null
);
create table course_impacts (
  course_id uuid primary key references courses (id) on delete cascade,
  figures jsonb not null,
  -- How many learners and attempts there were.
  size bigint not null,
  counted_at timestamptz not null
);
