-- What an administrator may do in a support session: look, or change some things as well.
alter table sessions
  add column support_mode text not null default 'look',
  add constraint sessions_support_mode check (support_mode in ('look', 'change')),
  add constraint sessions_support_mode_from check (support_from is not null or support_mode = 'look');

-- In whose account somebody else acted, in a support session.
alter table audit_log add column on_behalf_of uuid;
create index audit_log_on_behalf_of_idx on audit_log (on_behalf_of, id desc) where on_behalf_of is not null;

-- As before; whose account it was goes with that account, and never otherwise.
create or replace function refuse_audit_rewrite() returns trigger language plpgsql as $$
declare gone uuid := nullif(current_setting('lectern.erased_account', true), '');
begin
  if new.erased_at is null
    or (new.id, new.at, new.actor_kind, new.action, new.entity) is distinct from
      (old.id, old.at, old.actor_kind, old.action, old.entity)
    or new.request_id is distinct from old.request_id
    or (new.actor_id is distinct from old.actor_id and old.actor_id is distinct from gone)
    or (new.on_behalf_of is distinct from old.on_behalf_of and old.on_behalf_of is distinct from gone)
    or (new.api_key_id is distinct from old.api_key_id
      and (new.api_key_id is not null or old.actor_id is distinct from gone))
    or (new.entity_id is distinct from old.entity_id and coalesce(old.entity_id, '') not like '%' || gone || '%')
    or (new.ip_address is distinct from old.ip_address and (new.ip_address is not null
      or coalesce(old.actor_id::text, old.entity_id) is distinct from gone::text))
  then
    raise exception 'the audit log only grows: this update is refused' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
