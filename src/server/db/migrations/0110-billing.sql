-- Who pays, what was learned of it, and what follows. Facts outlive the account: invoices are kept by law.
create table billing_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references users (id) on delete set null,
  created_at timestamptz not null default now()
);

create table billing_customers (
  provider text not null,
  customer text not null,
  account_id uuid not null references billing_accounts (id),
  livemode boolean not null,
  -- Numbers of looks: the last that began, and the last whose answer is written. An older answer is never written over a newer.
  look_no bigint not null default 0,
  written_no bigint not null default 0,
  looked_at timestamptz,
  last_error text,
  -- Deleted at the provider by us, with the account.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (provider, customer)
);
create unique index billing_customers_account_idx on billing_customers (account_id, provider, livemode);
create index billing_customers_looked_at_idx on billing_customers (looked_at nulls first);

-- What is sold: never changed but for whether it is still offered. The tier stays with the price, whatever becomes of the plan.
create table plan_prices (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid references subscription_plans (id) on delete set null,
  tier tier not null,
  provider text not null,
  livemode boolean not null,
  provider_price text not null,
  interval text not null check (interval in ('month', 'year')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  unit_amount integer not null check (unit_amount > 0),
  is_offered boolean not null default true,
  created_at timestamptz not null default now(),
  unique (provider, provider_price)
);
create unique index plan_prices_offered_idx on plan_prices (plan_id, provider, livemode, interval, currency) where is_offered;

-- Notices of providers, each once; no body is kept.
create table billing_inbox (
  provider text not null,
  event_id text not null,
  type text not null,
  customer text,
  charge text,
  created timestamptz not null,
  livemode boolean not null,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  parked_at timestamptz,
  last_error text,
  primary key (provider, event_id)
);
create index billing_inbox_due_idx on billing_inbox (next_at) where done_at is null and parked_at is null;
create index billing_inbox_customer_idx on billing_inbox (provider, customer) where done_at is null;
create index billing_inbox_received_at_idx on billing_inbox (received_at);

create table billing_facts (
  no bigint generated always as identity primary key,
  account_id uuid not null references billing_accounts (id),
  provider text not null,
  customer text,
  kind text not null check (kind in ('paid', 'subscription', 'refund', 'dispute', 'grant', 'override')),
  subject text not null,
  body jsonb not null,
  at timestamptz not null default now()
);
create index billing_facts_account_idx on billing_facts (account_id, no);
create index billing_facts_kind_idx on billing_facts (kind, provider, subject, no desc);
revoke update, delete, truncate on billing_facts from public;
create function refuse_fact_change() returns trigger language plpgsql as $$
begin
  raise exception 'facts of billing are only ever added';
end $$;
create trigger billing_facts_stay before update or delete on billing_facts
  for each row execute function refuse_fact_change();

-- What is asked of providers, written before it is asked; the id is the idempotency key.
create table billing_commands (
  id uuid primary key default gen_random_uuid(),
  account_id uuid references billing_accounts (id),
  provider text not null,
  kind text not null,
  args jsonb not null,
  -- Whether it is tried again until it succeeds; else its person was told, and only a look follows.
  is_repeated boolean not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  parked_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index billing_commands_due_idx on billing_commands (due_at) where done_at is null and parked_at is null;
create index billing_commands_account_idx on billing_commands (account_id);

-- What follows of the facts: the tier until a moment, and the one from then on. Who asks as a viewer learns it to the second
-- (tier-at.ts); a chore writes it down within a minute for statements that count or send.
alter table profiles add column tier_until timestamptz;
alter table profiles add column tier_after tier not null default 'free';
create index profiles_tier_until_idx on profiles (tier_until) where tier_until is not null;

create or replace view members as
  select u.id, u.name, u.email, u.email_verified, u.two_factor_enabled, u.disabled_at, u.erase_at,
    u.disabled_at is null as is_enabled, p.subscription_tier, p.avatar_url, r.user_id is not null as is_admin,
    p.tier_until, p.tier_after
  from users u
  join profiles p on p.id = u.id
  left join user_roles r on r.user_id = u.id and r.role = 'admin';
comment on column members.tier_until is 'null: no end';
