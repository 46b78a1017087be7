import type pg from 'pg';

/** Fills a database up to `total` courses by copying the shape of real ones: texts, sections, categories, search. */
export async function seedCourses(client: pg.Client, total: number): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into courses (title, description, slug, level, subscription_level, tags, thumbnail, created_at)
     select c.title || ' ' || n, c.description, c.slug || '-' || n, c.level, 'free', c.tags, c.thumbnail, now() - n * interval '1 minute'
     from generate_series((select count(*)::int from courses) + 1, $1::int) n
     cross join lateral (select * from courses where import_hash is not null order by slug offset n % 6 limit 1) c`,
    [total],
  );
  await client.query(
    `insert into course_categories (course_id, category_id, position)
     select c.id, (select id from categories order by name offset (hashtext(c.slug) & 3) limit 1), 0 from courses c
     where not exists (select 1 from course_categories cc where cc.course_id = c.id)`,
  );
  await client.query(
    `insert into course_content (course_id, key, title, content, content_html, section_type, minutes, sort_order)
     select c.id, 'part-' || n, 'Part ' || n, 'Text', '<p>Text</p>', 'lesson', 10, n from courses c cross join generate_series(1, 8) n
     where not exists (select 1 from course_content s where s.course_id = c.id)`,
  );
  await client.query(
    `insert into course_search (course_id, doc)
     select id, setweight(to_tsvector('lectern', title), 'A') || setweight(to_tsvector('lectern', description), 'C') from courses
     on conflict do nothing`,
  );
  await client.query('commit');
  await client.query('analyze');
  await client.query("select pg_notify('content', '')");
}
