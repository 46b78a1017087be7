-- People whom an administrator asked to join, each with what the account is to have. The link is in the mail only.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  tier tier not null,
  is_admin boolean not null,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete cascade,
  constraint invitations_email_lower_case check (email = lower(email)),
  constraint invitations_one_end check (withdrawn_at is null or accepted_at is null)
);
-- An address has at most one invitation that can still be accepted or sent again.
create unique index invitations_open_key on invitations (email) where withdrawn_at is null and accepted_at is null;
create index invitations_list_idx on invitations (created_at desc, id desc);
create index invitations_invited_by_idx on invitations (invited_by);
create index invitations_accepted_by_idx on invitations (accepted_by);
