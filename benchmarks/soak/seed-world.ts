import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { LabFiles } from '#domain/labs/lab-spec';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { seedCourses } from '../seed-courses.ts';
import { seedExams, seedLearners, signInLearners } from '../seed-learners.ts';
import { seedMember } from '../seed-users.ts';

const COURSES = 50;
const LEARNERS = 1000;
/** With a password, to sign in and out with. */
const MEMBERS = 200;
/** So many people that their list is exported in the background. */
const BYSTANDERS = 5000;
/** Members who want to hear of news. */
const READERS = 20;
const PASSWORD = 'a quiet sentence to remember';
const LAB = join(import.meta.dirname, '../../content/http-and-the-web-platform/04-raw-http.lab');

/** A learner of the school, signed in. */
export interface Learner {
  readonly cookie: string;
  /** Of a course that this person studies. */
  readonly sectionId: string;
  readonly courseId: string;
  readonly key: string;
  /** An exam of theirs that goes on. */
  readonly saving: string;
  /** Exams that are open until they are handed in. */
  readonly submitted: string[];
  readonly writer: string;
  seq: number;
  /** Of their work in the lab. */
  labVersion: number;
  /** When they last submitted it, or something else that has a narrow limit. */
  readonly lastAt: Map<string, number>;
}

export interface Course {
  readonly id: string;
  readonly slug: string;
}

export interface Lab {
  readonly id: string;
  readonly start: LabFiles;
  readonly solution: LabFiles;
}

/** Whom and what the requests are about. */
export interface World {
  readonly learners: readonly Learner[];
  readonly members: readonly { readonly email: string; readonly password: string }[];
  /** Of the free plan, published. */
  readonly courses: readonly Course[];
  /** The one whose exams are saved and handed in. */
  readonly examCourse: string;
  readonly examSection: string;
  readonly lab: Lab;
}

interface Row {
  user_id: string;
  course_id: string;
  key: string;
}

/** Fills a school with people who study, sit exams, and work in a lab; all of them are signed in. */
export async function seedWorld(
  client: pg.Client,
  { dataDir, origin }: { readonly dataDir: string; readonly origin: string },
): Promise<World> {
  await untilImported(client);
  await seedCourses(client, COURSES);
  await seedExams(client);
  await seedLearners(client, LEARNERS);
  const callers = await signInLearners(client, LEARNERS, LEARNERS);
  // What asks for a fresh proof is asked for all the time.
  await client.query("update sessions set proved_at = now() + interval '1 day'");
  await seedReaders(client);
  const lab = await seedLab(client);
  const { rows } = await client.query<Row>(
    `select l.id as user_id, s.course_id, s.key from bench_learners l
     join unnest($1::uuid[], $2::uuid[]) as own (user_id, section_id) on own.user_id = l.id
     join course_content s on s.id = own.section_id`,
    [callers.map(({ userId }) => userId), callers.map(({ sectionId }) => sectionId)],
  );
  const sections = new Map(rows.map((row) => [row.user_id, row]));
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const secret = readAuthSecret(dataDir);
  const courses = await client.query<Course>(
    "select id, slug from courses where kind = 'course' and subscription_level = 'free' and slug <> 'learners-bench' order by slug",
  );
  const exam = await client.query('select id, course_id from bench_exams order by place limit 1');
  return {
    learners: callers.map(({ submitted, saving, sectionId, token, userId }) => ({
      cookie: `${name}=${signedValue(token, secret)}`,
      sectionId,
      courseId: sections.get(userId)?.course_id ?? '',
      key: sections.get(userId)?.key ?? '',
      saving,
      submitted: [...submitted],
      writer: randomUUID(),
      seq: 0,
      labVersion: 0,
      lastAt: new Map(),
    })),
    members: await seedMembersWithPassword(client),
    courses: courses.rows,
    examCourse: String(exam.rows[0].course_id),
    examSection: String(exam.rows[0].id),
    lab,
  };
}

/** The sample content arrives a moment after the first start. */
async function untilImported(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(`select from course_content where key = 'lab-raw-http'`);
    if (rowCount !== 0) return;
    await wait(200);
  }
}

async function seedMembersWithPassword(client: pg.Client) {
  const members = Array.from({ length: MEMBERS }, (_, number) => ({
    email: `member-${number}@school.test`,
    password: PASSWORD,
  }));
  const [first] = members;
  if (first) await seedMember(client, first);
  // All with the password of the first: to work it out for each would take a while.
  await client.query(
    `with made as (insert into users (name, email, email_verified)
       select 'Somebody', email, true from unnest($1::text[]) as email returning id)
     insert into accounts (user_id, account_id, provider_id, password)
     select made.id, made.id::text, 'credential', a.password from made, accounts a
     join users u on u.id = a.user_id where u.email = $2`,
    [members.slice(1).map(({ email }) => email), first?.email],
  );
  return members;
}

/** People who only are there, and some learners who agreed to announcements, which are switched on. */
async function seedReaders(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (name, email, email_verified)
     select 'Bystander', 'bystander-' || n || '@school.test', true from generate_series(1, $1::int) n`,
    [BYSTANDERS],
  );
  await client.query(
    `insert into marketing_consents (user_id, given_at) select id, now() from bench_learners order by id limit $1`,
    [READERS],
  );
  await client.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing": true}')
     on conflict (name) do update set value = excluded.value`,
  );
  await client.query("select pg_notify('content', '')");
}

/** Everybody studies the course of a sample lab. */
async function seedLab(client: pg.Client): Promise<Lab> {
  const { rows } = await client.query<{ id: string }>(
    `with lab as (select s.id, s.course_id from course_content s join courses c on c.id = s.course_id
       where c.slug = 'http-and-the-web-platform' and s.key = 'lab-raw-http'),
     studied as (insert into enrolments (user_id, course_id)
       select l.id, lab.course_id from bench_learners l, lab on conflict do nothing)
     select id from lab`,
  );
  const [lab] = rows;
  if (!lab) throw new Error('the sample content has the lab of raw HTTP');
  const read = (folder: string) => ({ 'raw.js': readFileSync(join(LAB, folder, 'raw.js'), 'utf8') });
  return { id: lab.id, start: read('files'), solution: read('solution') };
}
