-- Foundation: accounts, courses, plans, pages, contact, mail, audit.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create type tier as enum ('free', 'basic', 'premium');
create type course_level as enum ('beginner', 'intermediate', 'advanced');
create type course_kind as enum ('course', 'post');
create type content_type as enum ('text', 'video');
create type section_type as enum ('lesson', 'lab', 'exam');

-- Accounts: the first six tables have the shape the sign-in library expects.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_key unique (email),
  constraint users_email_lower_case check (email = lower(email))
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sessions_token_key unique (token)
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_provider_account_key unique (provider_id, account_id)
);
create index accounts_user_id_idx on accounts (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);

create table two_factor (
  id uuid primary key default gen_random_uuid(),
  secret text not null,
  backup_codes text not null,
  user_id uuid not null references users (id) on delete cascade,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);
create index two_factor_user_id_idx on two_factor (user_id);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  username text not null,
  subscription_tier tier not null default 'free',
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_created_at_idx on profiles (created_at desc, id desc);

-- The sign-in library runs its own hooks after the commit; a trigger makes user and profile one write.
create function create_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (id, username, created_at) values (new.id, new.name, new.created_at);
  return new;
end $$;
create trigger users_create_profile after insert on users for each row execute function create_profile();

create table user_roles (
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('admin')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table sign_in_failures (
  key text primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);

-- Courses and posts.
create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_slug_key unique (slug),
  constraint categories_name_not_blank check (btrim(name) <> '')
);
create unique index categories_name_key on categories (lower(name));

create table courses (
  id uuid primary key default gen_random_uuid(),
  kind course_kind not null default 'course',
  title text not null,
  description text not null,
  slug text not null,
  level course_level not null default 'beginner',
  subscription_level tier not null default 'free',
  tags text[] not null default '{}',
  outcomes text[] not null default '{}',
  thumbnail text not null,
  version integer not null default 1,
  import_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courses_slug_key unique (slug),
  constraint courses_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint courses_title_not_blank check (btrim(title) <> '')
);
create index courses_list_idx on courses (kind, subscription_level, created_at desc, id desc);
create index courses_updated_at_idx on courses (updated_at desc, id desc);

create table course_categories (
  course_id uuid not null references courses (id) on delete cascade,
  category_id uuid not null references categories (id) on delete restrict,
  position integer not null,
  primary key (course_id, category_id)
);
create index course_categories_category_id_idx on course_categories (category_id, course_id);

-- One section of a course. key is its stable name in a course folder; id is what progress hangs on.
create table course_content (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references courses (id) on delete cascade,
  key text not null,
  title text not null,
  content text not null default '',
  content_html text not null default '',
  type content_type not null default 'text',
  section_type section_type not null default 'lesson',
  video_url text,
  captions_url text,
  minutes integer not null default 1 check (minutes between 0 and 6000),
  exam jsonb,
  sort_order integer not null check (sort_order >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint course_content_key_key unique (course_id, key),
  constraint course_content_order_key unique (course_id, sort_order) deferrable initially deferred,
  constraint course_content_title_not_blank check (btrim(title) <> ''),
  constraint course_content_exam_only check (exam is null or section_type = 'exam')
);

create text search configuration lectern (copy = english);
alter text search configuration lectern
  alter mapping for hword, hword_part, word with unaccent, english_stem;

-- What the catalogue searches: title, description, tags and category names of one course.
create table course_search (
  course_id uuid primary key references courses (id) on delete cascade,
  doc tsvector not null
);
create index course_search_doc_idx on course_search using gin (doc);

-- Every word of the catalogue, for spelling corrections.
create table search_words (
  word text primary key,
  ndoc integer not null
);
create index search_words_trgm_idx on search_words using gin (word gin_trgm_ops);

create table subscription_plans (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  tier tier not null,
  price numeric(10, 2) not null check (price >= 0),
  description text not null default '',
  features text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscription_plans_name_not_blank check (btrim(name) <> '')
);

insert into subscription_plans (name, tier, price, description, features, created_at) values
  ('Free', 'free', 0, 'Start learning at no cost', '{Free courses,Basic features,Limited content}', now()),
  ('Basic', 'basic', 9.99, 'Access to most courses and basic features', '{Free and basic courses,More content,Basic tests}', now() + interval '1 microsecond'),
  ('Premium', 'premium', 19.99, 'Everything the school offers', '{All courses,Advanced tests,Certificates,Priority support}', now() + interval '2 microseconds');

-- Pages, settings, contact.
create table page_content (
  id uuid primary key default gen_random_uuid(),
  page_name text not null,
  content text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint page_content_page_name_key unique (page_name)
);

create table site_settings (
  name text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index contact_messages_created_at_idx on contact_messages (created_at desc, id desc);

-- Files a person uploaded; the bytes are in the store under the same id.
create table media (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users (id) on delete cascade,
  kind text not null check (kind in ('avatar', 'cover')),
  mime text not null,
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index media_owner_id_idx on media (owner_id);

-- Mails, written in the transaction that causes them; event_key makes one event one mail.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  event_key text not null,
  template text not null,
  recipient text not null,
  props jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  constraint mail_outbox_event_key_key unique (event_key)
);
create index mail_outbox_due_idx on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;

create table idempotency_keys (
  key text not null,
  caller text not null,
  route text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, route, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('visitor', 'member', 'admin', 'system', 'command-line')),
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  ip_address text,
  request_id text
);
create index audit_log_entity_idx on audit_log (entity, entity_id, id desc);
create index audit_log_actor_idx on audit_log (actor_id, id desc);
