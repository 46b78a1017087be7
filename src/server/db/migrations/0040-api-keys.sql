-- Keys with which programs act for a person. What is shown once is 256 random bits; here is their hash.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null constraint api_keys_name_not_blank check (name ~ '\S'),
  -- The first letters of the key, by which its owner knows it again.
  start text not null,
  secret_hash text not null constraint api_keys_secret_hash_key unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text
);
create index api_keys_user_id_idx on api_keys (user_id);
create index api_keys_expires_at_idx on api_keys (expires_at);

-- Through which key somebody acted; it stays when the key is gone.
alter table audit_log add column api_key_id uuid;

-- As before; the key goes with whom it belonged to, and never otherwise.
create or replace function refuse_audit_rewrite() returns trigger language plpgsql as $$
declare gone uuid := nullif(current_setting('lectern.erased_account', true), '');
begin
  if new.erased_at is null
    or (new.id, new.at, new.actor_kind, new.action, new.entity) is distinct from
      (old.id, old.at, old.actor_kind, old.action, old.entity)
    or new.request_id is distinct from old.request_id
    or (new.actor_id is distinct from old.actor_id and old.actor_id is distinct from gone)
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
