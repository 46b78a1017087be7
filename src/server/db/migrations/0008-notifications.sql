-- What happened that somebody is told of, who was told, and who wants to hear what.
create table notice_events (
  id uuid primary key default gen_random_uuid(),
  event_key text not null,
  kind text not null,
  -- Exactly one of the three says whom it is for.
  user_id uuid references users (id) on delete cascade,
  for_administrators boolean not null default false,
  course_id uuid references courses (id) on delete cascade,
  props jsonb not null default '{}',
  link text not null,
  -- Not before this instant; null: at once.
  due_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notice_events_event_key_key unique (event_key)
);
create index notice_events_due_idx on notice_events (coalesce(due_at, created_at)) where delivered_at is null;

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null references notice_events (id) on delete cascade,
  kind text not null,
  course_id uuid references courses (id) on delete cascade,
  props jsonb not null,
  link text not null,
  -- Shown in the inbox; a person may want the mail only.
  in_app boolean not null,
  -- Waits for the daily mail.
  digest_due boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_once unique (event_id, user_id)
);
create index notifications_inbox_idx on notifications (user_id, created_at desc, id desc) where in_app;
create index notifications_unread_idx on notifications (user_id) where in_app and read_at is null;
create index notifications_digest_idx on notifications (user_id) where digest_due;

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  primary key (user_id, kind)
);

create table followed_categories (
  user_id uuid not null references users (id) on delete cascade,
  category_id uuid not null references categories (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, category_id)
);
create index followed_categories_category_id_idx on followed_categories (category_id, user_id);

-- The token stands in the unsubscribe links of the mails; it opens nothing else.
create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  digest boolean not null default false,
  digested_at timestamptz,
  unsubscribe_token uuid not null default gen_random_uuid(),
  constraint notification_settings_token_key unique (unsubscribe_token)
);
