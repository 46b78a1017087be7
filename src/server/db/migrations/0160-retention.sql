-- Old rows of the audit log can go when the school has said for how long it keeps them; never those of the last half year.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare gone uuid := nullif(current_setting('lectern.erased_account', true), '');
begin
  if tg_op = 'UPDATE' and gone is not null and not exists (select from users where id = gone) then return null; end if;
  if tg_op = 'DELETE' and nullif(current_setting('lectern.audit_before', true), '') is not null then return null; end if;
  raise exception 'the audit log only grows: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;

create function refuse_young_audit_delete() returns trigger language plpgsql as $$
declare before timestamptz := nullif(current_setting('lectern.audit_before', true), '');
begin
  if before is null or old.at >= before or old.at > now() - interval '180 days' then
    raise exception 'the audit log keeps what is young: this delete is refused' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger audit_log_keeps_what_is_young before delete on audit_log
  for each row execute function refuse_young_audit_delete();

-- Rows come in the order of time: a small index finds the old ones.
create index mail_outbox_created_at_idx on mail_outbox using brin (created_at);
create index notifications_created_at_idx on notifications using brin (created_at);
create index exam_files_created_at_idx on exam_files (created_at);
create index audit_log_sessions_idx on audit_log (at) where action in ('account.sign-in', 'account.sign-out');
