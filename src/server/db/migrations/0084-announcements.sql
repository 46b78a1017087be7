-- Who agreed to marketing emails and when, and when that was withdrawn: each yes is a row of its own, kept as evidence.
create table marketing_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create index marketing_consents_user_id_idx on marketing_consents (user_id, given_at);
create unique index marketing_consents_open_idx on marketing_consents (user_id) where withdrawn_at is null;

-- Emails that administrators write to members who agreed to marketing emails.
create table announcements (
  id uuid primary key default gen_random_uuid(),
  subject text not null,
  body text not null,
  body_html text not null,
  tiers tier[] not null,
  created_at timestamptz not null,
  sent_by uuid references users (id) on delete set null,
  -- Members up to this id have been handled: the rest comes with the next batches.
  reached uuid,
  recipients integer not null default 0,
  -- When the last batch was written; null: it is still going out.
  finished_at timestamptz,
  -- The emails were switched off before everybody was reached.
  stopped boolean not null default false
);
create index announcements_created_at_idx on announcements (created_at desc, id desc);
create index announcements_due_idx on announcements (created_at) where finished_at is null;
create index announcements_sent_by_idx on announcements (sent_by);
