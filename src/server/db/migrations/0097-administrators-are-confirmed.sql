-- Nobody has proved to have the address of these accounts, and whoever confirms one may not be who was meant.
with revoked as (
  delete from user_roles r using users u
  where u.id = r.user_id and r.role = 'admin' and not u.email_verified
  returning r.user_id
)
insert into audit_log (actor_kind, action, entity, entity_id, before, after)
select 'system', 'user.revoke-admin', 'user', user_id, '{"role":"admin"}', '{"role":"user"}' from revoked;
