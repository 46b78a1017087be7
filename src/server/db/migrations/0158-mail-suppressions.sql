-- Addresses that get no more notices and bulk mail: their provider said that there is no such mailbox, or their owner reported
-- a mail as spam. Codes, resets, and mails about an account still go there.
create table mail_suppressions (
  address text primary key check (address = lower(address)),
  reason text not null check (reason in ('bounce', 'complaint')),
  detail text not null,
  reported_at timestamptz not null
);
create index mail_suppressions_reported_at_idx on mail_suppressions (reported_at desc, address);
