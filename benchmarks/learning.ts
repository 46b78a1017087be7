import type pg from 'pg';
import type { Call } from './load.ts';

/** Calls of members who study: what the dashboard asks for, and saving how far one is. */
export async function learningCalls(
  client: pg.Client,
  cookies: readonly string[],
  origin: string,
): Promise<{ dashboard: (index: number) => Call; save: (index: number) => Call }> {
  await client.query(
    `insert into enrolments (user_id, course_id)
     select u.id, c.id from users u cross join lateral (
       select id from courses where kind = 'course' and subscription_level = 'free'
       order by hashtext(u.id::text || id::text) limit 5) c
     where u.name = 'Reader' on conflict do nothing`,
  );
  const { rows } = await client
    .query<{ id: string }>(
      `insert into enrolments (user_id, course_id) select u.id, c.id from users u,
       (select id from courses where slug = 'sql-from-scratch') c where u.name = 'Reader' on conflict do nothing;`,
    )
    .then(() =>
      client.query(
        "select s.id from course_content s join courses c on c.id = s.course_id where c.slug = 'sql-from-scratch' order by s.sort_order limit 8",
      ),
    );
  await client.query('analyze enrolments, section_progress');
  const headers = (index: number) => ({
    cookie: cookies[index % cookies.length] ?? '',
    'x-forwarded-for': `10.2.${(index >> 8) & 255}.${index & 255}`,
  });
  return {
    dashboard: (index) => ({ path: '/api/dashboard', headers: headers(index) }),
    save: (index) => ({
      path: `/api/learning/sections/${rows[index % rows.length]?.id}`,
      method: 'PUT',
      headers: { ...headers(index), origin, 'content-type': 'application/json' },
      body: JSON.stringify({ reached: (index % 90) / 100, position: 0.4, at: new Date().toISOString() }),
    }),
  };
}
