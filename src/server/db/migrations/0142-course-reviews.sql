-- What learners think of a course: one review for each person and course, of 1 to 5 stars.
create table course_reviews (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references courses (id) on delete cascade,
  -- Null: the account was deleted. The review still counts.
  author_id uuid references users (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (char_length(body) <= 2000),
  created_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references users (id) on delete set null,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  version integer not null default 1,
  constraint course_reviews_hidden_with_reason check (hidden_reason is null or hidden_at is not null)
);
create unique index course_reviews_author_key on course_reviews (course_id, author_id) where author_id is not null;
create index course_reviews_shown_idx on course_reviews (course_id, created_at, id) include (rating)
  where hidden_at is null;
create index course_reviews_author_id_idx on course_reviews (author_id);
create index course_reviews_created_at_idx on course_reviews (created_at, id);
