-- Exports read what was paid, paid back and disputed in order of time.
create index billing_current_facts_money_idx on billing_current_facts (at, no) where kind in ('paid', 'refund', 'dispute');

-- How comparing with the provider went: what differed is what no notice told of.
create table billing_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  looked integer not null,
  changed integer not null,
  failed integer not null,
  -- [{"account": id, "facts": ["paid il_1"]}], at most 50.
  differences jsonb not null
);
create index billing_checks_at_idx on billing_checks (at);

-- Steps of the set-up that only a person can confirm, because no API tells.
create table billing_setup_ticks (
  step text primary key check (step in ('terms', 'retries', 'tax', 'portal', 'webhook')),
  ticked_by uuid references users (id) on delete set null,
  ticked_at timestamptz not null
);
