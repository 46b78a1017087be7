-- Drawings of questions that were kept as public pictures become files of content under their address (decision 75). Each
-- has no size until a chore has moved it in the store. What is a cover as well stays public.
with texts (held) as (
  select exam::text from course_content where exam is not null
  union all select content::text from course_versions
  union all select stored::text from section_registry where stored is not null
  union all select question::text from bank_questions
  union all select question::text from bank_question_versions
  union all select exam::text from exam_versions
),
asked (id) as (
  select distinct match[1]::uuid from texts
    cross join lateral regexp_matches(held, '"src": ?"/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.svg"', 'g') match
),
shown (id) as (
  select distinct match[1]::uuid from (
    select '"thumbnail": "' || thumbnail || '"' as held from courses
    union all select held from texts) all_texts
    cross join lateral regexp_matches(held, '"thumbnail": ?"/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.svg"', 'g') match
)
update media m set kind = 'content', name = 'drawing.svg', ending = 'svg', source_sha256 = sha256, touched_at = now(),
  -- Of files of content there is one with this hash: a second one is told apart by its id.
  sha256 = case when exists (select from media o where o.sha256 = m.sha256 and (o.kind = 'content' and o.ending = 'svg'
    or o.kind = 'cover' and o.id < m.id)) then m.sha256 || ' ' || m.id else m.sha256 end
where kind = 'cover' and mime = 'image/svg+xml' and id in (select id from asked) and id not in (select id from shown);
