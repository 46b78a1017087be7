-- Every saved state of the pages that administrators edit: who saved it, when, and what it said.
create table page_revisions (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('about_us', 'terms', 'privacy', 'cookies', 'faq', 'contact')),
  version integer not null check (version >= 0),
  content jsonb not null,
  -- initial: what stood there before anybody saved; restored: an earlier version, saved again.
  origin text not null check (origin in ('initial', 'saved', 'restored')),
  restored_version integer,
  saved_by uuid references users (id) on delete set null,
  saved_at timestamptz not null,
  constraint page_revisions_page_version_key unique (page, version),
  constraint page_revisions_restored_check check ((origin = 'restored') = (restored_version is not null))
);
create index page_revisions_saved_by_idx on page_revisions (saved_by);
