-- A post is a row of courses whose body is its sections. It is a draft until it has a time to be published at.
alter table courses
  add column published_at timestamptz default now(),
  add column author_id uuid references users (id) on delete set null;
update courses set published_at = created_at where kind = 'course';
alter table courses
  add constraint courses_published check (kind = 'post' or published_at is not null) not valid;
create index courses_feed_idx on courses (subscription_level, published_at desc, id desc)
  where published_at is not null;

-- One private feed address per member; only the fingerprint of its secret is kept.
create table feed_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null,
  created_at timestamptz not null default now(),
  constraint feed_tokens_token_hash_key unique (token_hash)
);
