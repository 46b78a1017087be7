-- Rules that several statements ask, each in one place. Columns of views are typed as never null, but for those whose comment
-- begins with "null:".

-- Whoever has an account, with plan and role. A left join: it costs nothing where the role is not asked for, and where only
-- administrators are asked for it becomes an inner one.
create view members as
  select u.id, u.name, u.email, u.email_verified, u.two_factor_enabled, u.disabled_at, u.erase_at,
    u.disabled_at is null as is_enabled, p.subscription_tier, p.avatar_url, r.user_id is not null as is_admin
  from users u
  join profiles p on p.id = u.id
  left join user_roles r on r.user_id = u.id and r.role = 'admin';
comment on column members.disabled_at is 'null: not disabled';
comment on column members.erase_at is 'null: not to be erased';
comment on column members.avatar_url is 'null: no picture';

-- Whether a rule of the author decides when a section opens: a date, a wait, what comes before it, or another course.
create view section_guidance as
  select s.id as section_id, s.course_id, c.prerequisite_id is not null or s.opens_at is not null
    or s.opens_after_days is not null or (c.section_order = 'in-order' and s.sort_order > 1) as is_guided
  from course_content s join courses c on c.id = s.course_id;

create view course_guidance as
  select c.id as course_id, c.prerequisite_id is not null
    or exists (select from section_guidance g where g.course_id = c.id and g.is_guided) as is_guided
  from courses c;
