-- The mode in which the school takes payments; the start of the server sets it by the key. Until now only test keys were accepted.
create table billing_mode (
  one boolean primary key default true check (one),
  livemode boolean not null
);
insert into billing_mode (livemode) values (false);
create function payments_livemode() returns boolean language sql stable as 'select livemode from billing_mode';

-- Facts that count: of the running mode, and those that no customer of a provider stands for, such as gifts.
create view counted_facts as
  select f.no, f.account_id, f.provider, f.customer, f.kind, f.subject, f.body, f.at
  from billing_facts f
  left join billing_customers c on c.provider = f.provider and c.customer = f.customer
  where c.livemode is null or c.livemode = payments_livemode();
comment on column counted_facts.customer is 'null: told by the school itself';

-- Whether the tier and the emails of an account are to follow a change of the mode.
alter table billing_accounts add column mode_due boolean not null default false;
create index billing_accounts_mode_due_idx on billing_accounts (id) where mode_due;

alter table billing_commands add column livemode boolean not null default payments_livemode();

-- A trial of test mode is none.
alter table billing_trials add column livemode boolean not null default payments_livemode();
alter table billing_trials drop constraint billing_trials_pkey;
alter table billing_trials add primary key (mailbox_hash, livemode);
