-- Which emails about billing were written, each once; `date` in seconds since 1970, 0 where the subject has only one.
create table billing_mails (
  account_id uuid not null references billing_accounts (id),
  kind text not null,
  subject text not null,
  date bigint not null,
  at timestamptz not null,
  primary key (account_id, kind, subject, date)
);

-- When emails of an account may be due next; null: not before something new is learned.
alter table billing_accounts add column mail_at timestamptz;
update billing_accounts set mail_at = now() where user_id is not null;
create index billing_accounts_mail_at_idx on billing_accounts (mail_at) where mail_at is not null;

-- What an email says that is sent anyway.
alter table notice_events add column in_app_only boolean not null default false;
