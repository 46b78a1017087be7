-- The gradebook shows who studies a course by name. Beside the enrolment, the name is in one index with the course: a page is
-- read from where it begins, however many people the school has who don't study the course.
alter table enrolments add column learner_name text not null default '';

create function keep_learner_name() returns trigger language plpgsql as $$
begin
  -- Who changes the name meanwhile waits, and then finds this enrolment.
  select lower(name) into new.learner_name from users where id = new.user_id for share;
  return new;
end $$;
create trigger enrolments_named before insert on enrolments for each row execute function keep_learner_name();

create function keep_enrolments_of_user() returns trigger language plpgsql as $$
begin
  update enrolments set learner_name = lower(new.name) where user_id = new.id;
  return null;
end $$;
create trigger users_enrolments_named after update of name on users
  for each row when (old.name is distinct from new.name) execute function keep_enrolments_of_user();

update enrolments e set learner_name = lower(u.name) from users u where u.id = e.user_id;

create index enrolments_learners_idx on enrolments (course_id, learner_name, user_id) where left_at is null;
analyze enrolments;
