-- Since when a second factor counts, so that "this was not me" can tell the owner's from a thief's.
alter table two_factor add column enabled_at timestamptz;
update two_factor f set enabled_at = coalesce(
  (select max(a.at) from audit_log a where a.entity_id = f.user_id::text and a.action = 'account.enable-two-factor'),
  (select u.created_at from users u where u.id = f.user_id))
where f.verified is distinct from false;
