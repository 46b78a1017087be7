-- What search engines and shared links are told of a post instead of its title and description (decision 0146).
alter table courses add column meta jsonb not null default '{}';

-- A picture that the school chose for an author, instead of that of the account. Empty: that of the account.
alter table authors add column picture text not null default '' check (char_length(picture) <= 300);

create or replace view writers as
  select m.id as user_id, m.name, m.email, coalesce(nullif(a.picture, ''), m.avatar_url) as avatar_url, a.slug
  from members m left join authors a on a.user_id = m.id
  where m.is_admin or a.user_id is not null;

create or replace view public_authors as
  select a.user_id, a.slug, m.name, coalesce(nullif(a.picture, ''), m.avatar_url) as avatar_url, a.bio, a.website, a.social,
    a.updated_at
  from authors a join members m on m.id = a.user_id
  where exists (select from course_authors n join courses c on c.id = n.course_id
    where n.user_id = a.user_id and c.is_listed);
