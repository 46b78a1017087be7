-- Every row of the audit log is written with ten indexes (decision 192). The counts by day come from kept_counts, and old
-- records are found by audit_log_sessions_idx.
drop index audit_log_sign_ins_idx;

-- To find whom a row mentions costs a third of what writing a comment costs the database. These four are written most, and hold
-- ids of comments and courses and kinds of factors; whose they are is in columns with indexes of their own. An erasure by the
-- release before this one reads the whole log until its processes have ended.
drop index audit_log_mentioned_idx;
create index audit_log_mentions_idx on audit_log
  using gin (mentioned(coalesce(entity_id, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')))
  where action not in ('account.sign-in', 'account.sign-out', 'comment.add', 'comment.reply');

-- A sign-in changes nothing of a known device but this time: with an index by ranges it needs no new entries in the others.
drop index known_devices_last_seen_at_idx;
create index known_devices_last_seen_at_idx on known_devices using brin (last_seen_at);
alter table known_devices set (fillfactor = 85);

-- Both counts of a statement in one pass.
create or replace function keep_added_comment_counts() returns trigger language plpgsql as $$
begin
  insert into kept_count_changes (what, subject, change)
  select what, subject, count(*) from changed
  cross join lateral (values ('comments', utc_day(created_at)), ('course comments', course_id::text)) counted (what, subject)
  where removed_at is null group by what, subject;
  return null;
end $$;
