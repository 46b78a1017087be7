-- How many members of each plan an announcement would reach is asked whenever one is written: kept, it is known without reading
-- everybody (decision 200).

-- Who may get marketing emails: people with an open, confirmed account who agreed and did not withdraw since, whose address neither
-- bounced nor complained.
create view marketing_recipients as
  select u.id, u.email, u.name, p.subscription_tier as tier
  from users u join profiles p on p.id = u.id
  where u.email_verified and u.disabled_at is null and u.erase_at is null
    and exists (select from marketing_consents agreed where agreed.user_id = u.id and agreed.withdrawn_at is null)
    and not exists (select from mail_suppressions suppressed where suppressed.address = u.email);

-- The same people, held by triggers so that they can be counted. Whom an email is sent to is asked of the view.
create table marketing_audience (
  user_id uuid primary key references users (id) on delete cascade,
  tier tier not null
);

create function keep_audience_of(person uuid) returns void language plpgsql as $$
begin
  -- Whoever changes something else about this person waits, and then finds this change.
  perform from users where id = person for no key update;
  perform from profiles where id = person for no key update;
  delete from marketing_audience a where a.user_id = person
    and not exists (select from marketing_recipients r where r.id = a.user_id and r.tier = a.tier);
  insert into marketing_audience (user_id, tier) select id, tier from marketing_recipients where id = person
    on conflict do nothing;
end $$;

-- Reports about an address and the address of an account change one after the other. Of few locks: one statement may change many.
create function hold_mail_address(address text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('mail address ' || (hashtext(address) & 15), 0));
$$;

create function keep_audience_of_user() returns trigger language plpgsql as $$
begin
  if old.email <> new.email then
    perform hold_mail_address(new.email);
  end if;
  perform keep_audience_of(new.id);
  return null;
end $$;
create trigger users_audience_kept after update on users for each row
  when ((old.email, old.email_verified, old.disabled_at, old.erase_at)
    is distinct from (new.email, new.email_verified, new.disabled_at, new.erase_at))
  execute function keep_audience_of_user();

-- The row of a profile is held already: a lock of the account now would be the other way round than elsewhere.
create function keep_audience_of_profile() returns trigger language plpgsql as $$
begin
  update marketing_audience set tier = new.subscription_tier where user_id = new.id;
  return null;
end $$;
create trigger profiles_audience_kept after update of subscription_tier on profiles for each row
  when (old.subscription_tier <> new.subscription_tier) execute function keep_audience_of_profile();

create function keep_audience_of_consent() returns trigger language plpgsql as $$
begin
  perform keep_audience_of(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger marketing_consents_audience_kept after insert or delete on marketing_consents for each row
  execute function keep_audience_of_consent();
create trigger marketing_consents_audience_kept_again after update of withdrawn_at on marketing_consents for each row
  when ((old.withdrawn_at is null) <> (new.withdrawn_at is null)) execute function keep_audience_of_consent();

create function keep_audience_of_address() returns trigger language plpgsql as $$
declare
  reported text := coalesce(new.address, old.address);
begin
  perform hold_mail_address(reported);
  perform keep_audience_of(id) from users where email = reported;
  return null;
end $$;
create trigger mail_suppressions_audience_kept after insert or delete on mail_suppressions for each row
  execute function keep_audience_of_address();

-- Nobody changes any of this until the migration ends.
insert into marketing_audience (user_id, tier) select id, tier from marketing_recipients;
analyze marketing_audience;

create function keep_audience_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into kept_count_changes (what, subject, change) values ('audience', old.tier::text, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into kept_count_changes (what, subject, change) values ('audience', new.tier::text, 1);
  end if;
  return null;
end $$;
create trigger marketing_audience_counted after insert or update of tier or delete on marketing_audience for each row
  execute function keep_audience_counts();

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
  union all select 'audience', tier::text, count(*) from marketing_recipients group by 2;

create or replace function keep_counts_anew() returns void language sql as $$
  delete from marketing_audience;
  insert into marketing_audience (user_id, tier) select id, tier from marketing_recipients;
  delete from kept_count_changes;
  delete from kept_counts;
  insert into kept_counts (what, subject, count) select what, subject, count from counted_anew;
$$;

insert into kept_counts (what, subject, count) select what, subject, count from counted_anew where what = 'audience';
