-- Changes of address: asked for, confirmed in the new mailbox, for seven days to be undone from the old one.
create table address_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  created_at timestamptz not null default now(),
  -- Until when it can be confirmed, and once it is, until when it can be undone.
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Withdrawn, replaced by a later one, or undone.
  ended_at timestamptz,
  constraint address_changes_new_email_lower_case check (new_email = lower(new_email))
);
create index address_changes_user_id_idx on address_changes (user_id, created_at desc);
create index address_changes_expires_at_idx on address_changes (expires_at);
