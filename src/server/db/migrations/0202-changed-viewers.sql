-- Processes keep in memory who a session belongs to (decision 171). Each change of that is told to all of them, and in the
-- same connection to whoever makes it: an INFO reaches every client, and is not logged.
create function tell_viewer_changed() returns trigger language plpgsql as $$
declare
  person text := case tg_table_name
    when 'users' then to_jsonb(new) ->> 'id'
    when 'profiles' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'user_id' end;
begin
  perform pg_notify('viewers', person);
  raise info 'lectern viewer % changed', person;
  return null;
end $$;

create trigger users_viewer_changed after update on users for each row
  when ((old.name, old.email, old.two_factor_enabled, old.disabled_at, old.erase_at)
    is distinct from (new.name, new.email, new.two_factor_enabled, new.disabled_at, new.erase_at))
  execute function tell_viewer_changed();

create trigger profiles_viewer_changed after update on profiles for each row
  when ((old.subscription_tier, old.tier_until, old.tier_after, old.avatar_url)
    is distinct from (new.subscription_tier, new.tier_until, new.tier_after, new.avatar_url))
  execute function tell_viewer_changed();

create trigger user_roles_viewer_changed after insert or update or delete on user_roles for each row
  execute function tell_viewer_changed();

-- A session that is used lives longer, which nobody needs to know.
create trigger sessions_viewer_changed after update on sessions for each row
  when (old.user_id <> new.user_id or old.token <> new.token or new.expires_at < old.expires_at
    or new.updated_at < old.updated_at or new.created_at <> old.created_at
    or (old.support_from, old.support_mode) is distinct from (new.support_from, new.support_mode))
  execute function tell_viewer_changed();

create trigger sessions_viewer_ended after delete on sessions for each row when (old.expires_at > now())
  execute function tell_viewer_changed();
