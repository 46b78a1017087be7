-- Of each subject the fact that counts now, so that lists and exports need not read the whole ledger.
create table billing_current_facts (
  account_id uuid not null references billing_accounts (id),
  kind text not null,
  subject text not null,
  no bigint not null references billing_facts (no),
  -- What a subscription or a dispute is in; null: facts of this kind have no state.
  state text,
  -- When it happened, by what the fact says.
  at timestamptz not null,
  primary key (account_id, kind, subject)
);
create index billing_current_facts_at_idx on billing_current_facts (kind, at, no);
create index billing_current_facts_state_idx on billing_current_facts (kind, state, no) where state is not null;

-- How what an account brings in per month moved (src/domain/billing/revenue): rewritten whenever its facts change.
create table billing_movements (
  account_id uuid not null references billing_accounts (id),
  -- Null: noted by the school itself, in whatever mode the provider is.
  livemode boolean,
  currency text not null,
  kind text not null
    check (kind in ('new', 'reactivation', 'expansion', 'contraction', 'churn', 'trial', 'conversion')),
  at timestamptz not null,
  tier_before tier,
  tier_after tier,
  amount_before bigint not null,
  amount_after bigint not null
);
create index billing_movements_account_idx on billing_movements (account_id);

-- Whether facts came since the movements were written.
alter table billing_accounts add column movements_due boolean not null default false;
create index billing_accounts_movements_due_idx on billing_accounts (id) where movements_due;

create function note_current_fact() returns trigger language plpgsql as $$
begin
  insert into billing_current_facts (account_id, kind, subject, no, state, at)
  values (new.account_id, new.kind, new.subject, new.no, new.body ->> 'state',
    coalesce(to_timestamp(coalesce(new.body ->> 'at', new.body ->> 'startedAt', new.body ->> 'from')::float8), new.at))
  on conflict (account_id, kind, subject) do update
    set no = excluded.no, state = excluded.state, at = excluded.at
    where excluded.no > billing_current_facts.no;
  if new.kind in ('paid', 'subscription') then
    update billing_accounts set movements_due = true where id = new.account_id and not movements_due;
  end if;
  return null;
end $$;
create trigger billing_facts_current after insert on billing_facts
  for each row execute function note_current_fact();

insert into billing_current_facts (account_id, kind, subject, no, state, at)
select distinct on (account_id, kind, subject) account_id, kind, subject, no, body ->> 'state',
  coalesce(to_timestamp(coalesce(body ->> 'at', body ->> 'startedAt', body ->> 'from')::float8), at)
from billing_facts order by account_id, kind, subject, no desc;
update billing_accounts a set movements_due = true
where exists (select from billing_facts f where f.account_id = a.id and f.kind in ('paid', 'subscription'));
