-- What members pay by bank transfer: the book of the school, as a provider keeps one. Facts follow from what is paid.
create table bank_transfers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts (id),
  -- What the member writes on the transfer; names nobody.
  reference text not null unique,
  plan_id uuid references subscription_plans (id) on delete set null,
  -- The tier stays with the order, whatever becomes of the plan.
  tier tier not null,
  -- Null: noted by an administrator with a period of its own.
  interval text check (interval in ('month', 'year')),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  state text not null default 'pending' check (state in ('pending', 'paid', 'canceled')),
  ordered_at timestamptz not null,
  -- The number of the invoice that the school wrote.
  number text,
  paid_at timestamptz,
  period_from timestamptz,
  period_to timestamptz,
  check ((state = 'paid') = (num_nulls(number, paid_at, period_from, period_to) = 0)),
  check (period_to > period_from)
);
create unique index bank_transfers_pending_idx on bank_transfers (account_id) where state = 'pending';
create index bank_transfers_account_idx on bank_transfers (account_id, ordered_at);
create index bank_transfers_state_idx on bank_transfers (state, ordered_at desc);
create unique index bank_transfers_number_idx on bank_transfers (number);

create table bank_refunds (
  id uuid primary key default gen_random_uuid(),
  transfer_id uuid not null references bank_transfers (id),
  amount integer not null check (amount > 0),
  at timestamptz not null
);
create index bank_refunds_transfer_idx on bank_refunds (transfer_id);
