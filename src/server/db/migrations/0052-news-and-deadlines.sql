-- What is new is told until it was seen; what opens, closes or ends soon is found without reading exams.
alter table enrolments
  -- Sections that were added later are new to this learner.
  add column seen_at timestamptz not null default now();
update enrolments set seen_at = last_used_at;

alter table profiles
  -- What was published before is nobody's news.
  add column news_since timestamptz not null default now();

-- Posts and courses that somebody was told of and has seen.
create table seen_news (
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (user_id, course_id)
);
create index seen_news_course_idx on seen_news (course_id);

alter table course_content
  add column exam_opens_at text generated always as (exam #>> '{settings,opensAt}') stored,
  add column exam_closes_at text generated always as (exam #>> '{settings,closesAt}') stored;
create index course_content_added_idx on course_content (course_id, created_at);
create index course_content_dated_idx on course_content (course_id)
  where opens_at is not null or opens_after_days is not null or exam_opens_at is not null or exam_closes_at is not null;

alter table certificates
  -- When its holder was told that it ends soon.
  add column reminded_at timestamptz;
create index certificates_ending_idx on certificates (expires_at)
  where expires_at is not null and reminded_at is null and revoked_at is null and replaced_for is null;
