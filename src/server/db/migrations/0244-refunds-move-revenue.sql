-- A bank transfer that goes back whole ends what it brings in.
create or replace function note_current_fact() returns trigger language plpgsql as $$
begin
  insert into billing_current_facts (account_id, kind, subject, no, state, at)
  values (new.account_id, new.kind, new.subject, new.no, new.body ->> 'state',
    coalesce(to_timestamp(coalesce(new.body ->> 'at', new.body ->> 'startedAt', new.body ->> 'from')::float8), new.at))
  on conflict (account_id, kind, subject) do update
    set no = excluded.no, state = excluded.state, at = excluded.at
    where excluded.no > billing_current_facts.no;
  if new.kind in ('paid', 'subscription', 'refund') then
    -- Both: during an update the earlier release still counts what it writes, its own way, and unsets only the first.
    update billing_accounts set movements_due = true, movements_outdated = true
    where id = new.account_id and not (movements_due and movements_outdated);
  end if;
  return null;
end $$;

-- Written by an earlier release, which counted months without a transfer. Apart from `movements_due`: that release is still
-- running during an update, writes what is due its own way, and leaves this alone.
alter table billing_accounts add column movements_outdated boolean not null default false;
create index billing_accounts_movements_outdated_idx on billing_accounts (id) where movements_outdated;
update billing_accounts a set movements_outdated = true
where exists (select from bank_transfers t where t.account_id = a.id and t.state = 'paid');
