import type pg from 'pg';
import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { withServices } from '#server/cli/open-services';
import { parseConfig } from '#server/config';
import { announce } from '#server/db/announce';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';
import { removeDataDir } from '#tests/kit/process';
import { makeDataDir } from './school.ts';

const PEOPLE = Number(process.env.BENCH_USERS ?? 100_000);
/** Most ms that one transaction may take: others wait for what it holds. */
const LIMIT = 2000;

/**
 * Prints how long one notice and one announcement take to everybody, and the longest of their transactions; answers how many of
 * these are too long. The database runs without a school, whose processes would write and send along.
 */
export async function measureNotices(): Promise<number> {
  const dataDir = makeDataDir();
  try {
    return await withServices(parseConfig({ DATA_DIR: dataDir }), async (services) => {
      const client = await services.db.pool.connect();
      try {
        return await measure(services, client);
      } finally {
        client.release();
      }
    });
  } finally {
    removeDataDir(dataDir);
  }
}

async function measure(services: Services, client: pg.ClientBase): Promise<number> {
  const { db } = services;
  const courseId = await seedReaders(client);
  const timed = timeTransactions(db);
  const school = { ...services, db: timed.db };
  console.log(`\nTo ${PEOPLE.toLocaleString('en')} people (limit ${LIMIT} ms for one transaction):`);
  await db.transaction((trx) =>
    announce(trx, {
      kind: 'course-published',
      eventKey: 'course-published:bench',
      to: { followersOf: courseId },
      link: '/courses/bench',
      props: { title: 'Bench' },
    }),
  );
  let over = await report('a notice', timed, () => deliverNotices(school));
  await client.query(
    `insert into announcements (subject, body, body_html, tiers, created_at)
     values ('News', 'News', '<p>News</p>', enum_range(null::tier), now())`,
  );
  over += await report('an announcement', timed, () => deliverAnnouncements(school));
  await demandOneEach(client);
  return over;
}

/** Confirmed people who follow a category and agreed to announcements; answers a course of that category. */
async function seedReaders(client: pg.ClientBase): Promise<string> {
  await client.query(
    `insert into users (name, email, email_verified)
     select 'Reader ' || n, 'reader-' || n || '@school.test', true from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  const { rows } = await client.query(
    `with category as (insert into categories (name, slug) values ('Bench', 'bench') returning id),
       course as (
         insert into courses (title, description, slug, level, subscription_level, tags, thumbnail, state, published_at)
         values ('Bench', '', 'bench', 'beginner', 'free', '{}', '', 'published', now()) returning id),
       placed as (
         insert into course_categories (course_id, category_id, position) select course.id, category.id, 0 from course, category)
     select course.id as course_id, category.id as category_id from course, category`,
  );
  const { category_id, course_id } = rows[0];
  await client.query(
    `insert into followed_categories (user_id, category_id) select id, $1 from users where email like 'reader-%'`,
    [category_id],
  );
  await client.query(
    `insert into marketing_consents (user_id, given_at) select id, now() from users where email like 'reader-%'`,
  );
  await client.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing": true}')
     on conflict (name) do update set value = excluded.value`,
  );
  await client.query('vacuum analyze');
  return course_id;
}

/** A benchmark of mails that nobody was written measures nothing. */
async function demandOneEach(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select template, count(*)::int as count from mail_outbox where recipient like 'reader-%' group by template order by 1`,
  );
  const counts = rows.map(({ count, template }) => `${template}: ${count}`).join(', ');
  if (counts !== `announcement: ${PEOPLE}, course-published: ${PEOPLE}`)
    throw new Error(`not everybody was written to: ${counts}`);
}

interface Timed {
  readonly db: Db;
  /** What each transaction took since it was asked last, in ms. */
  readonly take: () => number[];
}

function timeTransactions(db: Db): Timed {
  let times: number[] = [];
  return {
    db: {
      ...db,
      async transaction(work) {
        const begin = performance.now();
        try {
          return await db.transaction(work);
        } finally {
          times.push(performance.now() - begin);
        }
      },
    },
    take: () => {
      const taken = times;
      times = [];
      return taken;
    },
  };
}

async function report(what: string, { take }: Timed, work: () => Promise<unknown>): Promise<number> {
  take();
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  const times = take();
  const longest = Math.max(...times);
  const mark = longest > LIMIT ? '!!' : 'ok';
  console.log(
    `${mark} ${what.padEnd(16)} ${seconds.toFixed(1)} s in ${times.length} transactions, the longest ${longest.toFixed(0)} ms`,
  );
  return Number(longest > LIMIT);
}
