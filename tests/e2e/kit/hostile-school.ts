import type pg from 'pg';
import { NOTICE_KINDS } from '#domain/notifications/kinds';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { commentHtml } from '#server/markdown/comment-html';
import { renderMarkdown } from '#server/markdown/render-markdown';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

export const HOSTILE_SLUG = 'of-a-stranger';
const ALL = HOSTILE_TEXTS.join('\n\n');
const at = (index: number) => HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? '';

/** Writes the hostile texts into every column that people's words are shown from; HTML is made by the real renderers. */
export async function fillWithHostileTexts(client: pg.Client, reader: string): Promise<void> {
  const own = (await client.query('select id from users where email = $1', [reader])).rows[0].id as string;
  const head = (await client.query("select user_id from user_roles where role = 'admin'")).rows[0]
    .user_id as string;
  const strangers = await insertMany(client, 'users (name, email, email_verified)', (text, index) => [
    text,
    `stranger-${index}@evil.test`,
    true,
  ]);
  const categories = await insertMany(client, 'categories (name, slug, description)', (text, index) =>
    index < 12 ? [text, `stranger-${index}`, text] : null,
  );
  const courses = await insertMany(
    client,
    'courses (kind, title, description, slug, thumbnail, tags, outcomes, subscription_level, published_at)',
    (text, index) =>
      index < 24
        ? [
            index % 2 === 0 ? 'course' : 'post',
            text,
            ALL.slice(0, 5000),
            index === 0 ? HOSTILE_SLUG : `${HOSTILE_SLUG}-${index}`,
            index % 3 === 0 ? `/covers/x.svg" onerror="alert(1)` : `/covers/stranger-${index}.svg`,
            [at(index * 5), at(index * 5 + 1)],
            HOSTILE_TEXTS.slice(index, index + 20),
            'free',
            new Date(),
          ]
        : null,
  );
  await client.query(
    `insert into authors (user_id, slug, bio, website) select id, 'stranger-' || id, left(name, 1000), 'https://evil.test/' || id
     from users where email like 'stranger-%'`,
  );
  for (const [index, course] of courses.entries())
    for (const position of [0, 1])
      await client.query('insert into course_authors values ($1, $2, $3)', [
        course,
        position,
        strangers[(index * 2 + position) % strangers.length],
      ]);
  for (const [index, course] of courses.entries())
    await client.query('insert into course_categories values ($1, $2, 1)', [course, categories[index % 12]]);
  await insertSections(client, courses[0] ?? '', HOSTILE_TEXTS);
  await insertSections(client, courses[1] ?? '', [ALL]);
  const comments = await insertMany(
    client,
    'comments (course_id, author_id, body, body_html)',
    (text, index) => [courses[index % 2], strangers[index], text, commentHtml(text)],
  );
  await insertMany(client, 'comment_reports (comment_id, reporter_id, reason)', (text, index) => [
    comments[index],
    strangers[(index + 1) % strangers.length],
    text.slice(0, 500),
  ]);
  await insertMany(
    client,
    'course_reviews (course_id, author_id, rating, body, created_at)',
    (text, index) => [courses[index % 2], strangers[index], 1 + (index % 5), text.slice(0, 2000), new Date()],
  );
  await insertMany(client, 'contact_messages (name, email, message)', (text) => [text, text, text]);
  await insertMany(client, 'subscription_plans (name, tier, price, description, features)', (text, index) =>
    index < 6 ? [text, 'premium', '1', ALL.slice(0, 2000), HOSTILE_TEXTS] : null,
  );
  await insertMany(
    client,
    'audit_log (actor_id, actor_kind, action, entity, entity_id, before, after)',
    (text, index) => [
      strangers[index],
      'member',
      text,
      text,
      text,
      JSON.stringify({ name: text }),
      JSON.stringify({ name: `${text} `, [text]: text }),
    ],
  );
  for (const user of [own, head]) await insertPrivate(client, user, courses[0] ?? '');
}

/** What one person alone sees: where one is signed in, what one is told, what one studies. */
async function insertPrivate(client: pg.Client, user: string, course: string): Promise<void> {
  const expires = new Date(Date.now() + 86_400_000);
  await insertMany(client, 'sessions (user_id, token, expires_at, ip_address, user_agent)', (text, index) => [
    user,
    hashOfToken(`${user} ${index}`),
    expires,
    text,
    text,
  ]);
  const events = await insertMany(client, 'notice_events (event_key, kind, link)', (_, index) => [
    `hostile ${user} ${index}`,
    'course-published',
    '/',
  ]);
  await insertMany(client, 'notifications (user_id, event_id, kind, props, link, in_app)', (text, index) => [
    user,
    events[index],
    NOTICE_KINDS[index % NOTICE_KINDS.length],
    JSON.stringify({ title: text, course: text, name: text, author: text, tier: text, text }),
    index % 2 === 0 ? '/' : 'javascript:alert(document.domain)',
    true,
  ]);
  await client.query('insert into enrolments (user_id, course_id) values ($1, $2) on conflict do nothing', [
    user,
    course,
  ]);
}

async function insertSections(client: pg.Client, course: string, texts: readonly string[]): Promise<void> {
  const html = await renderMarkdown([...texts]);
  for (const [index, text] of texts.entries())
    await client.query(
      `insert into course_content (course_id, key, title, content, content_html, video_url, type, sort_order)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        course,
        `part-${index}`,
        text.slice(0, 200),
        text,
        html[index],
        index % 9 === 0 ? `https://x.test/${text}` : null,
        index % 9 === 0 ? 'video' : 'text',
        index + 1,
      ],
    );
}

/** One row for each text, as far as `valuesOf` makes one; answers the ids. */
async function insertMany(
  client: pg.Client,
  into: string,
  valuesOf: (text: string, index: number) => unknown[] | null,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const values = valuesOf(text, index);
    if (values === null) continue;
    const places = values.map((_, place) => `$${place + 1}`).join(', ');
    const { rows } = await client.query(`insert into ${into} values (${places}) returning *`, values);
    ids.push(rows[0].id);
  }
  return ids;
}
