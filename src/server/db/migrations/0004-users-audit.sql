-- What administrators need to find one among a million members, and an audit log that only grows.
alter table users add column disabled_at timestamptz;

-- A profile carries what the list of users shows and searches, so that one index answers each way of looking.
alter table profiles add column email text;
update profiles p set email = u.email, username = u.name from users u where u.id = p.id;
alter table profiles
  alter column email set not null,
  add column search_text text not null generated always as (lower(username || E'\n' || email)) stored;

create or replace function create_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (id, username, email, created_at) values (new.id, new.name, new.email, new.created_at);
  return new;
end $$;

create function update_profile() returns trigger language plpgsql as $$
begin
  update profiles set username = new.name, email = new.email where id = new.id;
  return new;
end $$;
create trigger users_update_profile after update of name, email on users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function update_profile();

create index profiles_tier_idx on profiles (subscription_tier, created_at desc, id desc);
create index profiles_name_idx on profiles (lower(username), id);
create index profiles_email_idx on profiles (email, id);
create index profiles_search_idx on profiles using gin (search_text gin_trgm_ops);
-- Parts of names and addresses are distributed unevenly: a finer picture keeps the planner from guessing.
alter table profiles alter column search_text set statistics 1000;
create index user_roles_role_idx on user_roles (role, user_id);
create index mail_outbox_recipient_idx on mail_outbox (recipient, created_at desc, id desc);

create index audit_log_action_idx on audit_log (action, id desc);
create index audit_log_at_idx on audit_log (at, id);
drop index audit_log_entity_idx;
create index audit_log_entity_idx on audit_log (entity, id desc);
create index audit_log_entity_id_idx on audit_log (entity_id, id desc) where entity_id is not null;

-- Rows of the audit log are written once. Holds for every role, the owner of the table included.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log only grows: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on audit_log from public;
