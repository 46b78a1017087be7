-- Every section there ever was. Progress, attempts and notes hang on it, so that an author who removes a section takes
-- nothing from anybody; what is live stays in course_content alone.
create table section_registry (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  key text not null,
  -- As it was called when it was removed.
  title text not null,
  section_type section_type not null,
  removed_at timestamptz
);
create index section_registry_course_idx on section_registry (course_id);
insert into section_registry (id, course_id, key, title, section_type)
select id, course_id, key, title, section_type from course_content;

create function register_section() returns trigger language plpgsql as $$
begin
  insert into section_registry as r (id, course_id, key, title, section_type)
  values (new.id, new.course_id, new.key, new.title, new.section_type)
  on conflict (id) do update set removed_at = null where r.course_id = new.course_id;
  return null;
end $$;
create trigger course_content_registered after insert on course_content for each row execute function register_section();

create function retire_section() returns trigger language plpgsql as $$
begin
  update section_registry set key = old.key, title = old.title, section_type = old.section_type, removed_at = now()
  where id = old.id;
  return null;
end $$;
create trigger course_content_retired after delete on course_content for each row execute function retire_section();

alter table section_progress drop constraint section_progress_section_id_fkey,
  add constraint section_progress_section_id_fkey foreign key (section_id) references section_registry (id) on delete cascade;
alter table exam_versions drop constraint exam_versions_section_id_fkey,
  add constraint exam_versions_section_id_fkey foreign key (section_id) references section_registry (id) on delete cascade;
alter table exam_attempts drop constraint exam_attempts_section_id_fkey,
  add constraint exam_attempts_section_id_fkey foreign key (section_id) references section_registry (id) on delete cascade;
