-- What a person who writes says about themselves to readers. Name and picture are those of the account.
create table authors (
  user_id uuid primary key references users (id) on delete cascade,
  slug text not null,
  bio text not null default '' check (char_length(bio) <= 1000),
  website text not null default '' check (char_length(website) <= 500),
  social text not null default '' check (char_length(social) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint authors_slug_key unique (slug),
  constraint authors_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100)
);

-- Whom a course or post names as its authors, in this order.
create table course_authors (
  course_id uuid not null references courses (id) on delete cascade,
  position smallint not null,
  -- Null: the account was deleted. What was written stays.
  user_id uuid references authors (user_id) on delete set null,
  primary key (course_id, position)
);
create unique index course_authors_user_key on course_authors (course_id, user_id) where user_id is not null;
create index course_authors_user_id_idx on course_authors (user_id);

-- Posts named who wrote them already. courses.author_id is no longer read; older processes still write it.
insert into authors (user_id, slug)
select id, case when row_number() over (partition by slug order by created_at, id) = 1 then slug
  else left(slug, 60) || '-' || replace(id::text, '-', '') end
from (
  select u.id, u.created_at, coalesce(nullif(trim(both '-' from left(
    regexp_replace(lower(u.name), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'author') as slug
  from users u where exists (select from courses c where c.author_id = u.id)) as written;
insert into course_authors (course_id, position, user_id)
select id, 0, author_id from courses where author_id is not null;

-- Whom a course or post may name: administrators, and whoever has the profile of an author.
create view writers as
  select m.id as user_id, m.name, m.email, m.avatar_url, a.slug
  from members m left join authors a on a.user_id = m.id
  where m.is_admin or a.user_id is not null;
comment on column writers.avatar_url is 'null: no picture';
comment on column writers.slug is 'null: no profile yet';

-- Authors with a page for everyone: something that names them is in the lists.
create view public_authors as
  select a.user_id, a.slug, m.name, m.avatar_url, a.bio, a.website, a.social, a.updated_at
  from authors a join members m on m.id = a.user_id
  where exists (select from course_authors n join courses c on c.id = n.course_id
    where n.user_id = a.user_id and c.is_listed);
comment on column public_authors.avatar_url is 'null: no picture';
