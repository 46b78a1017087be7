-- Pages that a school adds to those it came with (decision 0146).
-- rolling: the check of page_revisions only allows more
create table custom_pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null,
  title text not null,
  description text not null default '',
  markdown text not null,
  -- What the server made of the Markdown.
  content text not null,
  -- What search engines and shared links are told instead of title and description.
  meta jsonb not null default '{}',
  state course_state not null default 'draft',
  published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set while it is in the trash; its address is free then.
  deleted_at timestamptz,
  deleted_by uuid references users (id) on delete set null,
  constraint custom_pages_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  constraint custom_pages_title_not_blank check (btrim(title) <> ''),
  constraint custom_pages_state_check check (state in ('draft', 'published', 'unlisted'))
);
create unique index custom_pages_slug_key on custom_pages (slug) where deleted_at is null;
create index custom_pages_deleted_by_idx on custom_pages (deleted_by);

-- Addresses that pages had before: they lead to where the page is now.
create table custom_page_addresses (
  slug text primary key,
  page_id uuid not null references custom_pages (id) on delete cascade
);
create index custom_page_addresses_page_id_idx on custom_page_addresses (page_id);

-- The versions of such a page stand beside those of the others, under its id.
alter table page_revisions drop constraint page_revisions_page_check;
alter table page_revisions add constraint page_revisions_page_check
  check (page in ('about_us', 'terms', 'privacy', 'cookies', 'faq', 'contact') or page ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
