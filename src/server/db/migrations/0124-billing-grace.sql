-- How many days a failed payment may wait, and since when: a wait that has begun keeps its length.
create table billing_grace_periods (
  no integer generated always as identity primary key,
  days integer not null check (days between 0 and 30),
  since timestamptz not null
);

-- By which of them the tier was last written down; 0: before the first. A change is followed in batches.
alter table billing_accounts add column grace_no integer not null default 0;
create index billing_accounts_grace_no_idx on billing_accounts (grace_no, id) where user_id is not null;

-- What went wrong with money and must be looked at, each cause once, until an administrator has checked it.
create table billing_alarms (
  cause text primary key,
  kind text not null check (kind in ('drift', 'unknown-price')),
  account_id uuid references billing_accounts (id),
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  checked_at timestamptz
);
create index billing_alarms_open_idx on billing_alarms (raised_at) where checked_at is null;
create index billing_alarms_account_idx on billing_alarms (account_id);
