-- Free days before the first charge of a plan; 0: none.
alter table subscription_plans add column trial_days integer not null default 0 check (trial_days between 0 and 365);

-- Mailboxes that had a trial, under a keyed hash, so that nobody tries again with a second account or after an erasure.
create table billing_trials (
  mailbox_hash text primary key check (mailbox_hash ~ '^[0-9a-f]{64}$'),
  account_id uuid not null references billing_accounts (id),
  -- A payment page with a trial may be open for a day; meanwhile nobody else with this mailbox is offered one.
  offered_at timestamptz not null,
  started_at timestamptz,
  -- Set once the account is deleted: the hash is kept until then.
  forget_at timestamptz
);
create index billing_trials_account_idx on billing_trials (account_id);
create index billing_trials_forget_at_idx on billing_trials (forget_at) where forget_at is not null;
