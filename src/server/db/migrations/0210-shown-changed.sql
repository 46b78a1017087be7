-- A process keeps in memory what members are shown of their learning (decision 178). Each change of that is told as changes of
-- viewers are (migration 202): "used" where only what somebody studies moved on, "shown" where anything else changed. Who keeps
-- does it alone: connections of a process that could keep, which say so by lectern.hears, need no NOTIFY to others.
create function tell_keeper(said text) returns void language plpgsql as $$
begin
  if current_setting('lectern.hears', true) is distinct from 'on' then
    perform pg_notify('viewers', said);
  end if;
  raise info 'lectern says %', said;
end $$;
create function tell_shown_changed() returns trigger language plpgsql as $$
declare
  said text := tg_argv[0] || ' ' || case tg_table_name
    when 'profiles' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'user_id' end;
begin
  perform tell_keeper(said);
  return null;
end $$;

-- Of rows that belong to no person, one word for the whole statement.
create function tell_content_changed() returns trigger language plpgsql as $$
begin
  perform tell_keeper('shown everybody');
  return null;
end $$;

-- For every save of progress: without making a document of the row, and without another call. The statement that saves nearly
-- all of it sets lectern.tells, and its process says the same by itself.
create function tell_used() returns trigger language plpgsql as $$
begin
  if current_setting('lectern.hears', true) is distinct from 'on' then
    perform pg_notify('viewers', 'used ' || new.user_id);
  end if;
  raise info 'lectern says used %', new.user_id;
  return null;
end $$;

create trigger enrolments_used after update on enrolments for each row
  when (current_setting('lectern.tells', true) is distinct from 'on' and (old.user_id, old.course_id, old.enrolled_at, old.completed_at, old.left_at)
    is not distinct from (new.user_id, new.course_id, new.enrolled_at, new.completed_at, new.left_at)
    and (old.last_used_at, old.last_section_id, old.seen_at)
    is distinct from (new.last_used_at, new.last_section_id, new.seen_at))
  execute function tell_used();
create trigger enrolments_changed after update on enrolments for each row
  when ((old.user_id, old.course_id, old.enrolled_at, old.completed_at, old.left_at)
    is distinct from (new.user_id, new.course_id, new.enrolled_at, new.completed_at, new.left_at))
  execute function tell_shown_changed('shown');
create trigger enrolments_made after insert or delete on enrolments for each row
  execute function tell_shown_changed('shown');

create trigger section_progress_begun after insert on section_progress for each row
  when (new.done_at is null and current_setting('lectern.tells', true) is distinct from 'on')
  execute function tell_used();
create trigger section_progress_done after insert on section_progress for each row when (new.done_at is not null)
  execute function tell_shown_changed('shown');
create trigger section_progress_changed after update on section_progress for each row
  when ((old.user_id, old.section_id, old.course_id, old.done_at)
    is distinct from (new.user_id, new.section_id, new.course_id, new.done_at))
  execute function tell_shown_changed('shown');
create trigger section_progress_removed after delete on section_progress for each row
  execute function tell_shown_changed('shown');

create trigger exam_attempts_made after insert or delete on exam_attempts for each row
  execute function tell_shown_changed('shown');
create trigger exam_attempts_changed after update on exam_attempts for each row
  when ((old.user_id, old.section_id, old.submitted_at, old.deadline_at, old.passed, old.waiting)
    is distinct from (new.user_id, new.section_id, new.submitted_at, new.deadline_at, new.passed, new.waiting))
  execute function tell_shown_changed('shown');

create trigger certificates_changed after insert or update or delete on certificates for each row
  execute function tell_shown_changed('shown');
create trigger exam_accommodations_changed after insert or update or delete on exam_accommodations for each row
  execute function tell_shown_changed('shown');
create trigger followed_categories_changed after insert or delete on followed_categories for each row
  execute function tell_shown_changed('shown');
create trigger seen_news_changed after insert or delete on seen_news for each row
  execute function tell_shown_changed('shown');
create trigger profiles_news_changed after update on profiles for each row
  when (old.news_since is distinct from new.news_since) execute function tell_shown_changed('shown');

create trigger courses_shown_changed after insert or update or delete on courses for each statement
  execute function tell_content_changed();
create trigger course_content_shown_changed after insert or update or delete on course_content for each statement
  execute function tell_content_changed();
create trigger course_prerequisites_shown_changed after insert or update or delete on course_prerequisites for each statement
  execute function tell_content_changed();
create trigger course_categories_shown_changed after insert or update or delete on course_categories for each statement
  execute function tell_content_changed();
create trigger categories_shown_changed after insert or update or delete on categories for each statement
  execute function tell_content_changed();
create trigger media_shown_changed after update of focus_x, focus_y, kind or delete on media for each statement
  execute function tell_content_changed();
