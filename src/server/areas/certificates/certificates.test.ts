import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import type { CallerName } from '#tests/attack/kit/school';
import { mine, openRoom, QUESTION, read } from '#tests/kit/certificate-room';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { claimCertificates } from './claim-certificates.ts';
import { listCertificates } from './list-certificates.ts';
import { reissueCertificate } from './reissue-certificate.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { setCertificateListed } from './set-certificate-listed.ts';

const actions = async (db: Db) => {
  const { rows } = await db.pool.query(
    "select action from audit_log where entity = 'certificate' order by id",
  );
  return rows.map(({ action }) => action);
};

test('who completes a course on the premium plan has its certificate in the same moment', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium', 87);
  expect((await mine(room, 'premium')).certificates).toMatchObject([{ kind: 'exam', title: 'Final' }]);
  await room.study('premium');
  const { certificates, due } = await mine(room, 'premium');
  expect(due).toEqual([]);
  expect(certificates.map(({ kind }) => kind)).toEqual(['course', 'exam']);
  expect(await read(room, certificates[0]?.id ?? '')).toMatchObject({
    kind: 'course',
    name: 'premium',
    title: 'Queues',
    courseTitle: 'Queues',
    courseSlug: 'queues',
    state: 'valid',
    expiresAt: null,
    listed: false,
    own: false,
    replacedBy: null,
    proof: { sections: 2, exams: [{ title: 'Final', percent: 87 }] },
  });
  await room.pass('premium', 99);
  expect((await mine(room, 'premium')).certificates).toHaveLength(2);
  expect(await actions(db)).toEqual(['certificate.issue', 'certificate.issue']);
});

test('a lower plan has none until it is raised; then it is taken with one click, once', async ({ db }) => {
  const room = await openRoom(db);
  const { as, courseId, services } = room;
  await room.study('free');
  const early = claimCertificates(services, as('free'), { courseId });
  expect(await failureOf(early)).toBe('TIER_REQUIRED');
  await room.pass('free');
  expect(await mine(room, 'free')).toEqual({
    certificates: [],
    due: [{ courseId, title: 'Queues', access: 'tier-required' }],
  });
  await db.pool.query("update profiles set subscription_tier = 'premium' where username = 'free'");
  const { ids } = await claimCertificates(services, as('free'), { courseId });
  expect(ids).toHaveLength(2);
  const again = await claimCertificates(services, as('free'), { courseId });
  expect(again.ids.toSorted()).toEqual(ids.toSorted());
  expect((await mine(room, 'free')).certificates).toHaveLength(2);
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'Copied'");
  const revoked = claimCertificates(services, as('free'), { courseId });
  expect(await failureOf(revoked)).toBe('CERTIFICATE_NOT_EARNED');
});

test('a course whose author gives no certificates gives none', async ({ db }) => {
  const room = await openRoom(db);
  await db.pool.query('update courses set certificate = false');
  await room.study('premium');
  await room.pass('premium');
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
  expect(
    await failureOf(
      claimCertificates(room.services, room.as('premium'), {
        courseId: room.courseId,
      }),
    ),
  ).toBe('CERTIFICATE_NOT_EARNED');
});

test('what is certified stays as it was, whatever becomes of the course and the name', async ({ db }) => {
  const room = await openRoom(db);
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates[0]?.id ?? '';
  await db.pool.query("update users set name = 'Another' where name = 'premium'");
  await db.pool.query("update courses set title = 'Stacks'");
  expect(await read(room, id)).toMatchObject({ name: 'premium', title: 'Queues' });
  await db.pool.query('delete from courses');
  expect(await read(room, id)).toMatchObject({ title: 'Queues', courseSlug: null, state: 'valid' });
});

test('an administrator revokes with a reason: everybody is told it, the holder by mail, nobody takes another', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { as, courseId, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  const member = revokeCertificate(services, as('premium'), { id, reason: 'x' });
  expect(await failureOf(member)).toBe('ADMINISTRATOR_REQUIRED');
  await revokeCertificate(services, as('admin'), { id, reason: 'Somebody else took the exam' });
  expect(await read(room, id)).toMatchObject({
    state: 'revoked',
    revokedReason: 'Somebody else took the exam',
  });
  const { rows } = await db.pool.query(
    "select recipient, props from mail_outbox where template = 'certificate-revoked'",
  );
  expect(rows).toMatchObject([
    { recipient: 'premium@school.test', props: { reason: 'Somebody else took the exam' } },
  ]);
  const again = revokeCertificate(services, as('admin'), { id, reason: 'Twice' });
  expect(await failureOf(again)).toBe('CERTIFICATE_CLOSED');
  const exam = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'exam')?.id;
  expect(await claimCertificates(services, as('premium'), { courseId })).toEqual({ ids: [exam] });
  expect((await listCertificates(services, as('admin'), { q: '', state: 'revoked' })).items).toMatchObject([
    { id, name: 'premium', state: 'revoked' },
  ]);
});

test('written anew under another name, the old one tells no name and leads to the new one', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { as, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  await db.pool.query("update users set name = 'Grace' where name = 'premium'");
  const { items } = await listCertificates(services, as('admin'), { q: 'grace' });
  expect(items[0]).toMatchObject({ name: 'premium', presentName: 'Grace' });
  const { id: anew } = await reissueCertificate(services, as('admin'), { id });
  expect(await read(room, id)).toMatchObject({ name: null, state: 'reissued', replacedBy: anew });
  expect(await read(room, anew)).toMatchObject({ name: 'Grace', state: 'valid' });
  expect(await failureOf(reissueCertificate(services, as('admin'), { id }))).toBe('CERTIFICATE_CLOSED');
  expect((await mine(room, 'premium')).certificates.map((each) => each.id)).toContain(anew);
  expect((await mine(room, 'premium')).certificates.map((each) => each.id)).not.toContain(id);
});

test('an attempt that passed but does not count earns no certificate of its exam', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium');
  await db.pool.query('delete from certificates');
  await db.pool.query(
    'delete from section_progress where section_id in (select id from course_content where exam is not null)',
  );
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
  await room.study('premium');
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
});

test('only its holder says whether search engines may list it', async ({ db }) => {
  const room = await openRoom(db);
  const { as, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates[0]?.id ?? '';
  const list = (who: CallerName) => setCertificateListed(services, as(who), { id, listed: true });
  expect(await failureOf(list('admin'))).toBe('CERTIFICATE_NOT_FOUND');
  expect(await list('premium')).toEqual({ listed: true });
  expect(await read(room, id)).toMatchObject({ listed: true });
});

test('when an account goes no certificate keeps its name', async ({ db }) => {
  const room = await openRoom(db);
  await room.study('premium');
  await room.pass('premium');
  const { certificates } = await mine(room, 'premium');
  await db.pool.query("delete from users where name = 'premium'");
  for (const { id } of certificates)
    expect(await read(room, id)).toMatchObject({ name: null, title: expect.any(String), listed: false });
  expect((await found(room, 'Queues')).length).toBeGreaterThan(0);
  expect(await found(room, 'premium')).toEqual([]);
});

const found = async ({ as, services }: Awaited<ReturnType<typeof openRoom>>, q: string) =>
  (await listCertificates(services, as('admin'), { q })).items.map(({ id }) => id);

test('a certificate is found by the name on it, and by the name and address of its holder as they are now', async ({
  db,
}) => {
  const room = await openRoom(db);
  await room.pass('premium');
  const [one] = (await mine(room, 'premium')).certificates;
  await db.pool.query("update users set name = 'Grace', email = 'hopper@navy.test' where name = 'premium'");
  const texts = ['premium', 'PREM', 'rac', 'grace', 'hopper@', 'navy', 'queue', one?.id ?? ''];
  for (const text of texts) expect([text, await found(room, text)]).toEqual([text, [one?.id]]);
  for (const text of ['premium@', 'qqq', '_race', crypto.randomUUID()])
    expect([text, await found(room, text)]).toEqual([text, []]);
});

test('a search reads on: near the beginning of the list, far from it, and page by page', async ({ db }) => {
  const room = await openRoom(db);
  await room.study('premium');
  await db.pool.query(
    `insert into certificates (kind, holder_name, title, course_title, proof, achieved_at, issued_at)
     select 'course', case when n > 1170 then 'Far ' || n when n % 2 = 0 then 'Even ' || n else 'Odd ' || n end, 'T', 'T', '{}',
       now(), now() - n * interval '1 day' from generate_series(1, 1200) n`,
  );
  const namesOf = async (q: string) => {
    const names: (string | null)[] = [];
    let after: string | undefined;
    do {
      const page = await listCertificates(room.services, room.as('admin'), { q, after });
      names.push(...page.items.map(({ name }) => name));
      after = page.next ?? undefined;
    } while (after !== undefined);
    return names;
  };
  const named = (word: string, from: number, to: number, step = 1) =>
    Array.from(
      { length: Math.floor((to - from) / step) + 1 },
      (_, index) => `${word} ${from + index * step}`,
    );
  expect(await namesOf('even')).toEqual(named('Even', 2, 1170, 2));
  expect(await namesOf('far')).toEqual(named('Far', 1171, 1200));
  expect(await namesOf('far 118')).toEqual(named('Far', 1180, 1189));
  expect(await namesOf('ar')).toEqual(named('Far', 1171, 1200));
});

test('two devices that finish at one moment get one certificate', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium');
  await Promise.all([room.study('premium'), room.study('premium'), room.study('premium')]);
  expect((await mine(room, 'premium')).certificates).toHaveLength(2);
});

test.for<['first' | 'last' | 'average', readonly [number, boolean][], number]>([
  [
    'first',
    [
      [70, true],
      [95, true],
    ],
    70,
  ],
  [
    'last',
    [
      [95, true],
      [80, true],
    ],
    80,
  ],
  [
    'last',
    [
      [95, true],
      [30, false],
    ],
    95,
  ],
  [
    'average',
    [
      [50, false],
      [95, true],
    ],
    72,
  ],
])('a certificate shows the result that counts: %s of %j', async ([counts, attempts, percent], { db }) => {
  const room = await openRoom(db);
  await db.pool.query("update course_content set exam = $1 where section_type = 'exam'", [
    JSON.stringify({ ...QUESTION, passMark: 60, settings: { counts } }),
  ]);
  for (const [result, passed] of attempts) await room.pass('free', result, passed);
  await room.pass('free', 0, false);
  await db.pool.query("update exam_attempts set waiting = true where result->>'percent' = '0'");
  await room.study('free');
  await db.pool.query("update profiles set subscription_tier = 'premium' where username = 'free'");
  const { ids } = await claimCertificates(room.services, room.as('free'), { courseId: room.courseId });
  for (const id of ids) expect((await read(room, id)).proof.exams).toEqual([{ title: 'Final', percent }]);
  expect(ids).toHaveLength(2);
});
