-- The same as before, without making a document of the row: the one of an attempt holds its whole result.
create or replace function tell_shown_changed() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'profiles' then
    person := new.id;
  elsif tg_op = 'DELETE' then
    person := old.user_id;
  else
    person := new.user_id;
  end if;
  perform tell_keeper(tg_argv[0] || ' ' || person);
  return null;
end $$;

create or replace function keep_attempt_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into kept_count_changes (what, subject, change) values ('attempts',
      attempt_group(old.section_id, old.submitted_at, old.waiting, old.version_id, old.graded_version_id), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into kept_count_changes (what, subject, change) values ('attempts',
      attempt_group(new.section_id, new.submitted_at, new.waiting, new.version_id, new.graded_version_id), 1);
  end if;
  return null;
end $$;
