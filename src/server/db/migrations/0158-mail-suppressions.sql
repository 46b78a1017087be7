-- Addresses that get no more notices and bulk mail: their provider said that there is no such mailbox, or their owner reported
-- a mail as spam. Codes, resets, and mails about an account still go there.
create table mail_suppressions (
  id uuid primary key default gen_random_uuid(),
  address text not null unique check (address = lower(address)),
  reason text not null check (reason in ('bounce', 'complaint')),
  detail text not null,
  reported_at timestamptz not null
);
create index mail_suppressions_reported_at_idx on mail_suppressions (reported_at desc, id desc);
