-- Accounts whose owners asked to have them deleted: the day on which every trace of the person is erased.
alter table users add column erase_at timestamptz;
create index users_erase_at_idx on users (erase_at) where erase_at is not null;

-- The audit log only grows, with one exception that it tells of itself: of an account that is gone, rows lose who it
-- was. What was done, when, and by what kind of actor can never change.
alter table audit_log add column erased_at timestamptz;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare gone uuid := nullif(current_setting('lectern.erased_account', true), '');
begin
  if tg_op = 'UPDATE' and gone is not null and not exists (select from users where id = gone) then return null; end if;
  raise exception 'the audit log only grows: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;

create function refuse_audit_rewrite() returns trigger language plpgsql as $$
declare gone uuid := nullif(current_setting('lectern.erased_account', true), '');
begin
  if new.erased_at is null
    or (new.id, new.at, new.actor_kind, new.action, new.entity) is distinct from
      (old.id, old.at, old.actor_kind, old.action, old.entity)
    or new.request_id is distinct from old.request_id
    or (new.actor_id is distinct from old.actor_id and old.actor_id is distinct from gone)
    or (new.entity_id is distinct from old.entity_id and coalesce(old.entity_id, '') not like '%' || gone || '%')
    or (new.ip_address is distinct from old.ip_address and (new.ip_address is not null
      or coalesce(old.actor_id::text, old.entity_id) is distinct from gone::text))
  then
    raise exception 'the audit log only grows: this update is refused' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger audit_log_keeps_what_was_done before update on audit_log
  for each row execute function refuse_audit_rewrite();

-- A value without whom it names: the id becomes the pseudonym, addresses and names become words that name nobody.
create function erase_identity(value jsonb, id text, addresses text[], names text[], pseudonym text)
returns jsonb language plpgsql immutable as $$
declare
  words text := replace(value::text, id, pseudonym);
  word text;
begin
  foreach word in array addresses loop
    words := regexp_replace(words, regexp_replace(word, '([^\w@])', '\\\1', 'g'), 'deleted', 'gi');
  end loop;
  foreach word in array names loop
    words := replace(words, to_jsonb(word)::text, '"Deleted user"');
  end loop;
  return words::jsonb;
end $$;
