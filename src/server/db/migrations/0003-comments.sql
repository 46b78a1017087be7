-- Comments on courses and posts, and what members report about them.
create table comments (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references courses (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  parent_id uuid,
  -- These two make the reference below admit one level of replies only, and within one course only.
  depth smallint not null generated always as (case when parent_id is null then 0 else 1 end) stored,
  parent_depth smallint generated always as (case when parent_id is null then null else 0 end) stored,
  body text not null check (char_length(body) <= 5000),
  body_html text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references users (id) on delete set null,
  removed_at timestamptz,
  removed_by uuid references users (id) on delete set null,
  version integer not null default 1,
  constraint comments_place_key unique (id, course_id, depth),
  constraint comments_parent_id_fkey foreign key (parent_id, course_id, parent_depth)
    references comments (id, course_id, depth) on delete cascade,
  -- What was removed for good keeps its place for the replies, without its words.
  constraint comments_body_not_blank check (removed_at is not null or body ~ '\S')
);
create index comments_thread_idx on comments (course_id, created_at, id) where parent_id is null;
create index comments_replies_idx on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_count_idx on comments (course_id) where removed_at is null;
create index comments_author_id_idx on comments (author_id, created_at desc);
create index comments_created_at_idx on comments (created_at);
create index comments_removed_at_idx on comments (removed_at) where removed_at is not null;

-- What administrators decided about reported comments; it holds what an undo has to bring back.
create table comment_decisions (
  id uuid primary key default gen_random_uuid(),
  resolution text not null check (resolution in ('hidden', 'dismissed', 'removed')),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz not null default now(),
  -- Comments that this decision changed: one that was hidden before stays hidden after an undo.
  changed uuid[] not null,
  undone_at timestamptz
);

create table comment_reports (
  id uuid primary key default gen_random_uuid(),
  comment_id uuid not null references comments (id) on delete cascade,
  reporter_id uuid references users (id) on delete set null,
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (resolution in ('hidden', 'dismissed', 'removed')),
  decision_id uuid references comment_decisions (id) on delete set null,
  constraint comment_reports_resolved check ((resolved_at is null) = (resolution is null))
);
-- A member has at most one open report about a comment.
create unique index comment_reports_open_key on comment_reports (comment_id, reporter_id) where resolved_at is null;
create index comment_reports_queue_idx on comment_reports (created_at, comment_id) where resolved_at is null;
create index comment_reports_decision_id_idx on comment_reports (decision_id) where decision_id is not null;
