-- How many there are of what screens count for the whole school, kept by the writers' own transactions (decision 180). A change is
-- a row of its own, so that writers never wait for each other; a chore adds the changes up.
create table kept_counts (
  what text collate "C" not null,
  subject text collate "C" not null,
  count bigint not null,
  primary key (what, subject)
);
create table kept_count_changes (
  id bigint generated always as identity primary key,
  what text collate "C" not null,
  subject text collate "C" not null,
  change bigint not null
);
create index kept_count_changes_subject_idx on kept_count_changes (what, subject);

create view counts_now as
  select what, subject, sum(count)::bigint as count from (
    select what, subject, count from kept_counts
    union all select what, subject, change from kept_count_changes) parts
  group by what, subject;

create function utc_day(at timestamptz) returns text language sql immutable parallel safe as
  $$ select to_char(at at time zone 'utc', 'YYYY-MM-DD') $$;

-- One name for the attempts at an exam that grading treats alike.
create function attempt_group(section_id uuid, submitted_at timestamptz, waiting boolean, version_id uuid, graded_version_id uuid)
  returns text language sql immutable parallel safe as
  $$ select section_id || ' ' || case when submitted_at is null then 'open' when waiting then 'waiting' else 'ended' end
    || ' ' || version_id || ' ' || coalesce(graded_version_id::text, '') $$;

-- The same counts from the rows themselves.
create view counted_anew as
  select 'members' as what, subscription_tier::text as subject, count(*) as count from profiles group by 2
  union all select 'registrations', utc_day(created_at), count(*) from profiles group by 2
  union all select 'sign-ins', utc_day(at), count(*) from audit_log where action = 'account.sign-in' group by 2
  union all select 'comments', utc_day(created_at), count(*) from comments where removed_at is null group by 2
  union all select 'course comments', course_id::text, count(*) from comments where removed_at is null group by 2
  union all select 'reviews', course_id || ' ' || rating, count(*) from course_reviews where hidden_at is null group by 2
  union all select 'open messages', '', count(*) from contact_messages where answered_at is null having count(*) > 0
  union all select 'learners', course_id::text, count(*) from enrolments where left_at is null group by 2
  union all select 'attempts', attempt_group(section_id, submitted_at, waiting, version_id, graded_version_id), count(*)
    from exam_attempts group by 2;

create function keep_counts_anew() returns void language sql as $$
  delete from kept_count_changes;
  delete from kept_counts;
  insert into kept_counts (what, subject, count) select what, subject, count from counted_anew;
$$;

create function keep_profile_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into kept_count_changes (what, subject, change)
    select * from (values ('members', old.subscription_tier::text, -1), ('registrations', utc_day(old.created_at), -1)) v;
  end if;
  if tg_op <> 'DELETE' then
    insert into kept_count_changes (what, subject, change)
    select * from (values ('members', new.subscription_tier::text, 1), ('registrations', utc_day(new.created_at), 1)) v;
  end if;
  return null;
end $$;
create trigger profiles_counted after insert or delete on profiles for each row execute function keep_profile_counts();
create trigger profiles_counted_again after update of subscription_tier, created_at on profiles for each row
  when ((old.subscription_tier, old.created_at) is distinct from (new.subscription_tier, new.created_at))
  execute function keep_profile_counts();

create function keep_sign_in_counts() returns trigger language plpgsql as $$
begin
  insert into kept_count_changes (what, subject, change)
  values ('sign-ins', utc_day(coalesce(new.at, old.at)), case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger audit_log_sign_ins_counted after insert on audit_log for each row
  when (new.action = 'account.sign-in') execute function keep_sign_in_counts();
create trigger audit_log_sign_ins_gone after delete on audit_log for each row
  when (old.action = 'account.sign-in') execute function keep_sign_in_counts();

-- Of a whole statement: a full classroom writes its comments in one.
create function keep_added_comment_counts() returns trigger language plpgsql as $$
begin
  insert into kept_count_changes (what, subject, change)
  select 'comments', utc_day(created_at), count(*) from changed where removed_at is null group by 2
  union all select 'course comments', course_id::text, count(*) from changed where removed_at is null group by 2;
  return null;
end $$;
create trigger comments_added_counted after insert on comments referencing new table as changed
  for each statement execute function keep_added_comment_counts();

create function keep_comment_counts() returns trigger language plpgsql as $$
begin
  if old.removed_at is null then
    insert into kept_count_changes (what, subject, change)
    values ('comments', utc_day(old.created_at), -1), ('course comments', old.course_id::text, -1);
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null then
    insert into kept_count_changes (what, subject, change)
    values ('comments', utc_day(new.created_at), 1), ('course comments', new.course_id::text, 1);
  end if;
  return null;
end $$;
create trigger comments_counted after delete on comments for each row execute function keep_comment_counts();
create trigger comments_counted_again after update of removed_at, created_at, course_id on comments for each row
  when ((old.removed_at is null, old.created_at, old.course_id)
    is distinct from (new.removed_at is null, new.created_at, new.course_id))
  execute function keep_comment_counts();

create function keep_review_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    insert into kept_count_changes (what, subject, change) values ('reviews', old.course_id || ' ' || old.rating, -1);
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    insert into kept_count_changes (what, subject, change) values ('reviews', new.course_id || ' ' || new.rating, 1);
  end if;
  return null;
end $$;
create trigger course_reviews_counted after insert or delete on course_reviews for each row
  execute function keep_review_counts();
create trigger course_reviews_counted_again after update of hidden_at, rating, course_id on course_reviews for each row
  when ((old.hidden_at is null, old.rating, old.course_id) is distinct from (new.hidden_at is null, new.rating, new.course_id))
  execute function keep_review_counts();

create function keep_message_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.answered_at is null then
    insert into kept_count_changes (what, subject, change) values ('open messages', '', -1);
  end if;
  if tg_op <> 'DELETE' and new.answered_at is null then
    insert into kept_count_changes (what, subject, change) values ('open messages', '', 1);
  end if;
  return null;
end $$;
create trigger contact_messages_counted after insert or delete on contact_messages for each row
  execute function keep_message_counts();
create trigger contact_messages_counted_again after update of answered_at on contact_messages for each row
  when ((old.answered_at is null) <> (new.answered_at is null)) execute function keep_message_counts();

create function keep_learner_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.left_at is null then
    insert into kept_count_changes (what, subject, change) values ('learners', old.course_id::text, -1);
  end if;
  if tg_op <> 'DELETE' and new.left_at is null then
    insert into kept_count_changes (what, subject, change) values ('learners', new.course_id::text, 1);
  end if;
  return null;
end $$;
create trigger enrolments_counted after insert or delete on enrolments for each row execute function keep_learner_counts();
create trigger enrolments_counted_again after update of left_at, course_id on enrolments for each row
  when ((old.left_at is null, old.course_id) is distinct from (new.left_at is null, new.course_id))
  execute function keep_learner_counts();

create function keep_attempt_counts() returns trigger language plpgsql as $$
begin
  insert into kept_count_changes (what, subject, change)
  select 'attempts', attempt_group(a.section_id, a.submitted_at, a.waiting, a.version_id, a.graded_version_id), change
  from (select old.*, -1 as change where tg_op <> 'INSERT' union all select new.*, 1 where tg_op <> 'DELETE') a;
  return null;
end $$;
create trigger exam_attempts_counted after insert or delete on exam_attempts for each row execute function keep_attempt_counts();
create trigger exam_attempts_counted_again
  after update of section_id, submitted_at, waiting, version_id, graded_version_id on exam_attempts for each row
  when (attempt_group(old.section_id, old.submitted_at, old.waiting, old.version_id, old.graded_version_id)
    <> attempt_group(new.section_id, new.submitted_at, new.waiting, new.version_id, new.graded_version_id))
  execute function keep_attempt_counts();

select keep_counts_anew();
