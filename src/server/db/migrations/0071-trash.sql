-- Deleted courses and removed sections stay for 30 days, so that an administrator can restore them with all results.
alter type course_kind add value 'deleted';

-- What a deleted course gave up, so that nothing shows it: its address, its date, its learners and those that required it.
create table deleted_courses (
  course_id uuid primary key references courses (id) on delete cascade,
  slug text not null,
  published_at timestamptz not null,
  required_by uuid[] not null default '{}',
  deleted_at timestamptz not null,
  deleted_by uuid references users (id) on delete set null
);
create index deleted_courses_deleted_at_idx on deleted_courses (deleted_at);
create index deleted_courses_deleted_by_idx on deleted_courses (deleted_by);

alter table courses drop constraint courses_published;
alter table courses add constraint courses_published check (kind <> 'course' or published_at is not null);

-- The whole section as it was when it was removed; null once it cannot be restored any more.
alter table section_registry add column stored jsonb;
create index section_registry_stored_idx on section_registry (removed_at) where stored is not null;

create or replace function register_section() returns trigger language plpgsql as $$
begin
  insert into section_registry as r (id, course_id, key, title, section_type)
  values (new.id, new.course_id, new.key, new.title, new.section_type)
  on conflict (id) do update set removed_at = null, stored = null where r.course_id = new.course_id;
  return null;
end $$;

create or replace function retire_section() returns trigger language plpgsql as $$
begin
  update section_registry set key = old.key, title = old.title, section_type = old.section_type, removed_at = now(),
    stored = to_jsonb(old) - 'search'
  where id = old.id;
  return null;
end $$;

-- A removed exam that is restored has its certificates again.
alter table certificates drop constraint certificates_section_id_fkey,
  add constraint certificates_section_id_fkey foreign key (section_id) references section_registry (id) on delete set null;
