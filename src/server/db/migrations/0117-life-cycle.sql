-- Where courses and posts stand between draft and archive. Every statement that shows content asks one of the two generated
-- columns: `is_listed` for lists, searches, feeds and the sitemap, `open_to` for whatever opens content at its address.
-- `src/domain/courses/life-cycle.ts` has the same rule for the server and the screen; a test compares both.
create type course_state as enum ('draft', 'scheduled', 'published', 'unlisted', 'archived');
create type course_openness as enum ('everyone', 'learners', 'nobody');

alter table courses
  add column state course_state not null default 'published',
  -- When a scheduled one is published. `published_at` is when the public could find it first.
  add column publish_at timestamptz,
  -- Whether those who study it keep their access while it is archived.
  add column keeps_access boolean not null default true;

update courses c set state = 'draft'
where c.published_at is null
  and (c.kind = 'post' or exists (select from deleted_courses d where d.course_id = c.id and d.published_at is null));
update courses set state = 'scheduled', publish_at = published_at, published_at = null
where kind = 'post' and published_at > now();
update courses c set state = 'scheduled', publish_at = d.published_at
from deleted_courses d where d.course_id = c.id and d.kind = 'post' and d.published_at > now();
update deleted_courses set published_at = null where kind = 'post' and published_at > now();

alter table courses
  add column is_listed boolean not null
    generated always as (kind <> 'deleted' and state = 'published' and published_at is not null) stored,
  add column open_to course_openness not null generated always as (
    case
      when kind = 'deleted' then 'nobody'::course_openness
      when state = 'published' and published_at is null then 'nobody'::course_openness
      when state in ('published', 'unlisted') then 'everyone'::course_openness
      when state = 'archived' and keeps_access and kind = 'course' then 'learners'::course_openness
      else 'nobody'::course_openness
    end) stored,
  drop constraint courses_published,
  add constraint courses_published check (kind <> 'course' or state <> 'published' or published_at is not null),
  add constraint courses_scheduled check ((state = 'scheduled') = (publish_at is not null));

-- Lists of what is public, the newest first.
drop index courses_feed_idx;
create index courses_feed_idx on courses (subscription_level, published_at desc, id desc) where is_listed;
drop index courses_list_idx;
create index courses_list_idx on courses (kind, subscription_level, published_at desc, id desc) where is_listed;
drop index courses_due_posts_idx;
create index courses_due_idx on courses (publish_at) where state = 'scheduled';

-- What another course waits for, as long as newcomers can study it: nobody is kept waiting for what they cannot open.
create view course_prerequisites as
  select c.id as course_id, q.id as prerequisite_id, q.slug, q.title
  from courses c join courses q on q.id = c.prerequisite_id and q.kind = 'course' and q.open_to = 'everyone';

create or replace view section_guidance as
  select s.id as section_id, s.course_id, exists (select from course_prerequisites p where p.course_id = c.id)
    or s.opens_at is not null or s.opens_after_days is not null
    or (c.section_order = 'in-order' and s.sort_order > 1) as is_guided
  from course_content s join courses c on c.id = s.course_id;

create or replace view course_guidance as
  select c.id as course_id, exists (select from course_prerequisites p where p.course_id = c.id)
    or exists (select from section_guidance g where g.course_id = c.id and g.is_guided) as is_guided
  from courses c;

-- Followers are told when a scheduled post is published, in the transaction that publishes it.
delete from notice_events where delivered_at is null and due_at > now() and event_key like 'course-published:%';
