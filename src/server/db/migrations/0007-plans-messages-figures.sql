-- Plans know their version, messages who answered them, and each day remembers how many members had which tier.
alter table subscription_plans add column version integer not null default 1;

alter table contact_messages
  add column answered_by uuid references users (id) on delete set null;
create index contact_messages_open_idx on contact_messages (created_at desc, id desc) where answered_at is null;

create table daily_members (
  day date primary key,
  free integer not null,
  basic integer not null,
  premium integer not null,
  counted_at timestamptz not null default now()
);

create index audit_log_sign_ins_idx on audit_log (at) where action = 'account.sign-in';
create index mail_outbox_failed_idx on mail_outbox (failed_at) where failed_at is not null;
