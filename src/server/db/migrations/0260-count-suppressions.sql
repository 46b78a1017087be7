-- How many addresses emails failed to reach stands above their list, and grows with the school (decision 180).

create function keep_suppression_counts() returns trigger language plpgsql as $$
begin
  insert into kept_count_changes (what, subject, change)
  values ('suppressions', '', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger mail_suppressions_counted after insert or delete on mail_suppressions for each row
  execute function keep_suppression_counts();

create or replace view counted_anew as
  select 'members' as what, subscription_tier::text as subject, count(*) as count from profiles group by 2
  union all select 'registrations', utc_day(created_at), count(*) from profiles group by 2
  union all select 'sign-ins', utc_day(at), count(*) from audit_log where action = 'account.sign-in' group by 2
  union all select 'comments', utc_day(created_at), count(*) from comments where removed_at is null group by 2
  union all select 'course comments', course_id::text, count(*) from comments where removed_at is null group by 2
  union all select 'reviews', course_id || ' ' || rating, count(*) from course_reviews where hidden_at is null group by 2
  union all select 'open messages', '', count(*) from contact_messages where answered_at is null having count(*) > 0
  union all select 'learners', course_id::text, count(*) from enrolments where left_at is null group by 2
  union all select 'attempts', attempt_group(section_id, submitted_at, waiting, version_id, graded_version_id), count(*)
    from exam_attempts group by 2
  union all select 'audience', tier::text, count(*) from marketing_recipients group by 2
  union all select 'suppressions', '', count(*) from mail_suppressions having count(*) > 0;

insert into kept_counts (what, subject, count) select what, subject, count from counted_anew where what = 'suppressions';
