-- What members agreed to before they paid, word for word: a text is kept once, by the hash of its words.
create table consent_texts (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  text text not null,
  created_at timestamptz not null default now()
);

-- Proof for later: only ever added to. Like facts, it outlives the account, without a name.
create table billing_consents (
  no bigint generated always as identity primary key,
  account_id uuid not null references billing_accounts (id),
  kind text not null check (kind in ('terms', 'begin-now', 'withdrawal')),
  text_hash text not null references consent_texts (hash),
  locale text not null,
  at timestamptz not null default now()
);
create index billing_consents_account_idx on billing_consents (account_id, no);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'consents are only ever added';
end $$;
revoke update, delete, truncate on billing_consents, consent_texts from public;
create trigger billing_consents_stay before update or delete on billing_consents
  for each row execute function refuse_consent_change();
create trigger consent_texts_stay before update or delete on consent_texts
  for each row execute function refuse_consent_change();

-- Withdrawals and cancellations as they were declared, signed in or not. Names and words go with the account.
create table billing_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('withdrawal', 'cancellation')),
  -- Null: declared without signing in, and not assigned to an account yet.
  account_id uuid references billing_accounts (id),
  subscription text,
  name text,
  email text,
  contract text,
  reason text,
  -- As it was shown and mailed.
  statement text,
  is_extraordinary boolean not null default false,
  -- The day to cancel at; null: as soon as possible.
  ends_on date,
  received_at timestamptz not null,
  -- open: waits for an administrator. accepted: being carried out, again and again until it succeeds.
  state text not null check (state in ('open', 'accepted', 'done')),
  outcome text check (outcome in ('canceled', 'refunded', 'other')),
  -- How much of each invoice must have gone back in the end: [{"invoice": "in_1", "refunded": 1999}].
  targets jsonb not null default '[]',
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  done_at timestamptz,
  tries integer not null default 0,
  -- Nobody else carries it out before.
  leased_until timestamptz not null default '-infinity',
  last_error text
);
create index billing_requests_open_idx on billing_requests (received_at) where state = 'open';
create index billing_requests_accepted_idx on billing_requests (leased_until) where state = 'accepted';
create index billing_requests_account_idx on billing_requests (account_id);
-- A contract is withdrawn from once.
create unique index billing_requests_withdrawal_idx on billing_requests (subscription)
  where kind = 'withdrawal' and subscription is not null;

alter table billing_facts drop constraint billing_facts_kind_check;
alter table billing_facts add constraint billing_facts_kind_check
  check (kind in ('paid', 'subscription', 'refund', 'dispute', 'grant', 'override', 'withdrawal'));
