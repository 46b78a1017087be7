-- When a customer was last asked about, answered or not: whose look fails must not keep others waiting.
alter table billing_customers add column tried_at timestamptz;
drop index billing_customers_looked_at_idx;
create index billing_customers_tried_at_idx on billing_customers (tried_at nulls first);

-- Where the provider's books and the ledger disagree. Shown to administrators until they agree again; money is never corrected
-- by itself. `balance`: what a customer paid less refunds. `customer`: one who belongs to no account here.
create table billing_drifts (
  provider text not null,
  livemode boolean not null,
  kind text not null check (kind in ('balance', 'customer')),
  customer text not null,
  -- Empty: no money is compared.
  currency text not null default '',
  in_ledger bigint,
  at_provider bigint,
  found_at timestamptz not null default now(),
  primary key (provider, livemode, kind, customer, currency)
);

-- Answered notices are forgotten after a while.
create index billing_inbox_done_at_idx on billing_inbox (done_at) where done_at is not null;
create index billing_commands_account_kind_idx on billing_commands (account_id, kind, created_at desc);
drop index billing_commands_account_idx;
