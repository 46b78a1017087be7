import type pg from 'pg';
import { median, send } from './load.ts';
import { seedGradebook } from './seed-gradebook.ts';

const LEARNERS = 50_000;
const ROUNDS = 7;
/** How often the one statement that gives the same columns a file may take. */
const LIMIT = 1.5;

/** What the gradebook says, in one statement. */
const GRADEBOOK = `
  with exams as (select id, row_number() over (order by sort_order) as n from course_content where course_id = $1 and exam is not null),
  done as (
    select p.user_id, count(p.done_at)::int as done from section_progress p
    join course_content s on s.id = p.section_id and s.counts where s.course_id = $1 group by p.user_id),
  best as (
    select a.user_id, max((a.result->>'percent')::float8) filter (where x.n = 1) as one,
      max((a.result->>'percent')::float8) filter (where x.n = 2) as two,
      max((a.result->>'percent')::float8) filter (where x.n = 3) as three
    from exam_attempts a join exams x on x.id = a.section_id where not a.waiting group by a.user_id)
  select u.name, u.email, e.enrolled_at, e.completed_at, coalesce(d.done, 0) as done,
    (select count(*)::int from course_content where course_id = $1 and counts) as total, b.one, b.two, b.three
  from enrolments e join users u on u.id = e.user_id left join done d on d.user_id = e.user_id
  left join best b on b.user_id = e.user_id
  where e.course_id = $1 and e.left_at is null order by lower(u.name), u.id`;

/** What the list of users says, in one statement. */
const USERS = `
  select p.id, p.username, p.email, p.subscription_tier, m.is_admin, m.email_verified, m.disabled_at, p.created_at
  from profiles p join members m on m.id = p.id order by p.created_at desc, p.id desc`;

interface School {
  readonly client: pg.Client;
  readonly port: number;
  readonly cookie: string;
}

/** Prints what each file takes beside one statement that gives the same columns; answers how many are over the limit. */
export async function measureExports({ client, cookie, port }: School): Promise<number> {
  const courseId = await seedGradebook(client, LEARNERS);
  const files = [
    {
      name: 'gradebook.csv',
      path: `/api/admin/courses/${courseId}/gradebook.csv`,
      one: GRADEBOOK,
      values: [courseId],
    },
    { name: 'users.csv', path: '/api/admin/users.csv', one: USERS, values: [] },
  ];
  console.log(
    `\nFiles of ${LEARNERS.toLocaleString('en')} people, s    file   one statement   ratio (limit ${LIMIT})`,
  );
  let over = 0;
  for (const { name, one, path, values } of files) {
    const [took, alone, ratios]: [number[], number[], number[]] = [[], [], []];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const seconds = await secondsOf(() => download(port, path, cookie));
      const statement = await secondsOf(() => client.query(one, values));
      if (round > 0) {
        took.push(seconds);
        alone.push(statement);
        ratios.push(seconds / statement);
      }
    }
    // Each beside the statement of the same moment: what else the machine has to do is in both.
    const [file, statement, ratio] = [median(took), median(alone), median(ratios)];
    const isOver = !(ratio <= LIMIT);
    if (isOver) over += 1;
    console.log(
      `${isOver ? '!!' : 'ok'} ${name.padEnd(26)}${file.toFixed(2).padStart(8)}${statement.toFixed(2).padStart(16)}${ratio.toFixed(2).padStart(8)}`,
    );
  }
  return over;
}

async function download(port: number, path: string, cookie: string): Promise<void> {
  const { body, status } = await send(port, { path, headers: { cookie } });
  const lines = body.toString().split('\r\n').length;
  if (status !== 200 || lines < LEARNERS) throw new Error(`${path}: ${status}, ${lines} lines`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
