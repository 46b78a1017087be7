import { randomUUID } from 'node:crypto';
import { TIERS } from '#domain/tiers';
import { insertChange } from '#server/areas/accounts/address/address-sql';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { issueToken } from '#server/areas/accounts/sessions/tokens-sql';
import { insertCode } from '#server/areas/accounts/sign-in/email-code-sql';
import { setPasswordHash } from '#server/areas/accounts/sql';
import { planRegrade } from '#server/areas/exams/regrade/plan-regrade';
import { selectKeptGroups } from '#server/areas/exams/regrade/regrade-sql';
import { BANKED, type World } from '../access/access-objects.ts';
import { FULFILLED_PAGES } from '../access/page-cases.ts';
import { FULFILLED_POSTS } from '../access/post-cases.ts';
import type { CallerName } from '../kit/school.ts';
import { FULFILLED_AREAS } from './fulfilled/fulfilled-areas.ts';

type Input = Record<string, unknown>;

const PASSWORD = 'a quiet sentence to remember';
const NEW_PASSWORD = 'another quiet sentence';
const passwords = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

/**
 * Inputs with which a change succeeds where that of the access table is refused, and what must be there before. The
 * caller is `admin` for what administrators do, `basic` for members, a visitor else.
 */
export const FULFILLED: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  ...FULFILLED_AREAS,
  ...FULFILLED_POSTS,
  ...FULFILLED_PAGES,
  'accounts.verifyEmail': async (world) => {
    const passwordHash = await hashPassword(PASSWORD);
    const registration = { userId: idOf(world, 'second'), name: 'Second', passwordHash };
    await world.school.services.db.kysely
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', registration.userId)
      .execute();
    const token = await tokenFor(world, 'verify-email', registration);
    return { token, password: PASSWORD };
  },
  'accounts.resetPassword': async (world) => ({
    token: await tokenFor(world, 'reset-password', { userId: idOf(world, 'second') }),
    ...passwords,
  }),
  'accounts.signIn': async (world) => {
    await givePassword(world, 'second');
    return { email: 'second@school.test', password: PASSWORD };
  },
  'accounts.changePassword': async (world) => {
    await givePassword(world, 'basic');
    return { currentPassword: PASSWORD, ...passwords };
  },
  'accounts.proveIdentity': async (world) => {
    await givePassword(world, 'basic');
    return { password: PASSWORD };
  },
  'accounts.signInByCode': async (world) => emailedCode(world, 'second'),
  'accounts.proveByCode': async (world) => emailedCode(world, 'basic', true),
  'address.confirm': async (world) => addressToken(world, 'confirm-address'),
  'address.undo': async (world) => addressToken(world, 'undo-address'),
  'announcements.send': async (world) => {
    const { services } = world.school;
    const value = JSON.stringify({ marketing: true });
    await services.db.pool.query(
      `insert into site_settings (name, value) values ('notifications', $1)
       on conflict (name) do update set value = excluded.value`,
      [value],
    );
    services.settings.forget();
    await services.db.kysely
      .insertInto('marketing_consents')
      .values({ user_id: idOf(world, 'second'), given_at: services.clock.now() })
      .execute();
    return { id: randomUUID(), subject: 'News', text: 'A new course.', tiers: [...TIERS] };
  },
  'banks.update': async (world) => ({ id: (await bank(world)).id, title: 'Renamed', version: 1 }),
  'banks.remove': async (world) => ({ id: (await bank(world)).id }),
  'banks.addQuestion': async (world) => ({ id: (await bank(world)).id, ...BANKED }),
  'banks.saveQuestion': async (world) => ({
    id: (await bank(world)).question,
    version: 1,
    ...BANKED,
    tags: ['changed'],
  }),
  'banks.undoImport': async (world) => {
    const row = { file_name: 'file.gift', format: 'gift', report: '{}' };
    const { id } = await world.school.services.db.kysely
      .insertInto('question_imports')
      .values({ ...row, bank_id: (await bank(world)).id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id };
  },
  'banks.removeQuestion': async (world) => ({ id: (await bank(world)).question }),
  'banks.restore': async (world) => {
    const { id } = await bank(world);
    await world.school.ask('admin', 'DELETE', `/api/admin/banks/${id}`);
    return { id };
  },
  'banks.restoreQuestion': async (world) => {
    const { question: id } = await bank(world);
    await world.school.ask('admin', 'DELETE', `/api/admin/bank-questions/${id}`);
    return { id };
  },
  'categories.remove': async ({ school }) => {
    const made = await school.ask('admin', 'POST', '/api/admin/categories', { body: { name: 'Unused' } });
    return { id: (await made.json()).id };
  },
  'certificates.claim': async (world) => {
    const courseId = await enrolled(world);
    await givePremium(world);
    const { kysely } = world.school.services.db;
    await kysely.deleteFrom('certificates').execute();
    await kysely.updateTable('enrolments').set({ completed_at: new Date() }).execute();
    return { courseId };
  },
  'certificates.renew': async (world) => {
    await enrolled(world);
    await givePremium(world);
    const { kysely } = world.school.services.db;
    const { id: courseId } = world.content.courses.free;
    await kysely.deleteFrom('course_content').where('course_id', '=', courseId).execute();
    await kysely
      .updateTable('certificates')
      .set({ expires_at: new Date('2026-01-02') })
      .execute();
    return { id: world.content.certificates.basic };
  },
  'comments.report': async ({ content }) => ({ id: content.courses.free.comments.of.second, reason: 'Rude' }),
  'comments.undo': async ({ content, school }) => {
    const id = content.courses.free.comments.of.second;
    await school.ask('basic', 'POST', `/api/comment/${id}/reports`, { body: { reason: 'Rude' } });
    const body = { ids: [id], decision: 'hide' };
    await school.ask('admin', 'POST', '/api/admin/comments/decisions', { body });
    const [made] = await school.services.db.kysely.selectFrom('comment_decisions').select('id').execute();
    return { id: made?.id };
  },
  'publishing.revokeLink': async ({ content, school }) => {
    const { id } = content.courses.free;
    const made = await school.ask('admin', 'POST', `/api/admin/courses/${id}/preview-links`, { body: {} });
    return { id, linkId: (await made.json()).link.id };
  },
  'publishing.preview': async ({ content, school }) => {
    const { id } = content.courses.free;
    const made = await school.ask('admin', 'POST', `/api/admin/courses/${id}/preview-links`, { body: {} });
    return { token: (await made.json()).address.split('#')[1] };
  },
  'courses.restore': async ({ content, school }) => {
    const { id } = content.courses.free;
    await school.ask('admin', 'DELETE', `/api/admin/courses/${id}`);
    return { id };
  },
  'courses.restoreSection': async ({ content, school }) => {
    const { id, sections } = content.courses.free;
    const sectionId = sections[0]?.id;
    await school.ask('admin', 'DELETE', `/api/admin/courses/${id}/sections/${sectionId}`);
    return { id, sectionId };
  },
  'courses.restoreVersion': async ({ content, school }) => {
    const { id } = content.courses.free;
    await school.ask('admin', 'POST', `/api/admin/courses/${id}/sections`, { body: { title: 'One more' } });
    return { id, version: 1, basedOn: 2 };
  },
  'invitations.open': async (world) => invitationToken(world),
  'invitations.accept': async (world) => ({ ...(await invitationToken(world)), name: 'Grace', ...passwords }),
  'dashboard.see': async (world) => ({ ids: [await enrolled(world)], until: '2026-01-01T00:00:00Z' }),
  'learning.leave': async (world) => ({ courseId: await enrolled(world) }),
  'learning.save': async (world) => {
    await enrolled(world);
    return { id: world.content.courses.free.sections[0]?.id, at: '2026-01-01T00:00:00Z', marked: true };
  },
  'exams.start': async (world) => {
    await enrolled(world);
    return { sectionId: world.content.courses.free.sections.at(-1)?.id };
  },
  'exams.save': async (world) => ({ ...(await attempt(world)), seq: 1, question: 'q-one', answer: 'x' }),
  'exams.late': async (world) => ({
    ...(await overdueAttempt(world)),
    question: 'q-one',
    answer: 'x',
    waited: 3_600_000,
  }),
  'exams.next': async (world) => {
    const { id } = await attempt(world);
    await world.school.services.db.pool.query("update exam_attempts set current_question = 'q-one'");
    return { id, question: 'q-one' };
  },
  'notes.save': async (world) => {
    await enrolled(world);
    return { id: world.content.courses.free.sections[0]?.id, body: 'Mine.', version: 0 };
  },
  'notes.saveBookmark': async (world) => {
    await enrolled(world);
    return { id: world.content.courses.free.sections[0]?.id, bookmarked: true };
  },
  'exams.practice': async (world) => ({ id: await missedAttempt(world), seed: world.content.categoryId }),
  'exams.submit': async (world) => ({ id: (await attempt(world)).id }),
  'grades.updateResults': async (world) => {
    const sectionId = world.content.courses.free.sections.at(-1)?.id ?? '';
    const { fingerprint } = await planRegrade(world.school.services.db.kysely, sectionId, {
      groupsOf: selectKeptGroups,
    });
    return { sectionId, fingerprint };
  },
  'marking.decideLate': async (world) => {
    const { id, writer } = await overdueAttempt(world);
    await world.school.ask('basic', 'PUT', `/api/exam-attempts/${id}/late-answers`, {
      body: { writer, question: 'q-one', answer: 'x', waited: 3_600_000 },
    });
    const late = await world.school.services.db.kysely
      .selectFrom('exam_late_answers')
      .select('id')
      .executeTakeFirstOrThrow();
    return { attemptId: id, decisions: [{ id: late.id, accept: true }], reason: 'No signal.' };
  },
  'marking.mark': async (world) => ({ ...(await essay(world)), version: 0, points: 1 }),
  'notifications.unsubscribe': async (world) => {
    const { unsubscribe_token: token } = await world.school.services.db.kysely
      .insertInto('notification_settings')
      .values({ user_id: idOf(world, 'second') })
      .returning('unsubscribe_token')
      .executeTakeFirstOrThrow();
    return { token: `${token}-digest` };
  },
  'signIns.unlink': async (world) => {
    await givePassword(world, 'basic');
    const { id } = await world.school.services.db.kysely
      .insertInto('accounts')
      .values({ provider_id: 'https://id.school.test', account_id: 'basic', user_id: idOf(world, 'basic') })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id };
  },
  'users.revokeKey': async (world) => ({ id: idOf(world, 'second'), keyId: world.content.keys.second }),
  'users.resetSecondFactor': async (world) => {
    const id = idOf(world, 'second');
    await world.school.services.db.kysely
      .updateTable('users')
      .set({ two_factor_enabled: true })
      .where('id', '=', id)
      .execute();
    return { id };
  },
  'support.start': async (world) => ({ id: idOf(world, 'second'), reason: 'They asked for help' }),
  'users.disable': async (world) => ({ id: idOf(world, 'second') }),
  'users.remove': async (world) => ({ id: idOf(world, 'second') }),
  'users.enable': async (world) => ({ id: idOf(world, 'second') }),
  'users.grantAdmin': async (world) => ({ id: idOf(world, 'second') }),
  'users.revokeAdmin': async (world) => ({ id: idOf(world, 'second') }),
  'users.resendConfirmation': async (world) => {
    const id = idOf(world, 'second');
    await givePassword(world, 'second');
    await world.school.services.db.kysely
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', id)
      .execute();
    return { id };
  },
};

async function bank({ school }: World): Promise<{ id: string; question: string }> {
  const made = await school.ask('admin', 'POST', '/api/admin/banks', { body: { title: 'Sums' } });
  const { id } = await made.json();
  const added = await school.ask('admin', 'POST', `/api/admin/banks/${id}/questions`, { body: BANKED });
  return { id, question: (await added.json()).id };
}

function idOf({ school }: World, who: CallerName): string {
  const viewer = school.people.get(who);
  return viewer?.kind === 'member' ? viewer.userId : '';
}

async function givePremium(world: World): Promise<void> {
  await world.school.services.db.kysely
    .updateTable('profiles')
    .set({ subscription_tier: 'premium' })
    .where('id', '=', idOf(world, 'basic'))
    .execute();
}

async function givePassword(world: World, who: CallerName): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  const { clock, db } = world.school.services;
  await db.transaction((trx) => setPasswordHash(trx, idOf(world, who), hash, clock.now()));
}

function tokenFor({ school }: World, purpose: Parameters<typeof issueToken>[1], value: object) {
  const { clock, db } = school.services;
  return db.transaction((trx) => issueToken(trx, purpose, value, clock.now()));
}

/** A code of a mail with what the browser holds beside it. */
async function emailedCode({ school }: World, who: CallerName, isProof = false): Promise<Input> {
  const viewer = school.people.get(who);
  if (viewer?.kind !== 'member') return {};
  const { email, sessionId, userId } = viewer;
  const caller = { viewer, ipAddress: '127.0.0.1', userAgent: '', requestId: '' };
  const { clock, db } = school.services;
  return {
    ...(await db.transaction((trx) =>
      insertCode(trx, caller, { email, userId, ...(isProof && { sessionId }) }, clock.now()),
    )),
  };
}

async function addressToken(world: World, purpose: 'confirm-address' | 'undo-address'): Promise<Input> {
  const userId = idOf(world, 'basic');
  const { clock, db } = world.school.services;
  const change = { user_id: userId, old_email: 'basic@school.test', new_email: 'next@school.test' };
  const changeId = await db.transaction((trx) => insertChange(trx, change, clock.now()));
  return { token: await tokenFor(world, purpose, { userId, changeId }) };
}

async function invitationToken(world: World): Promise<Input> {
  const { invitationId } = world.content;
  return { token: await tokenFor(world, 'invitation', { invitationId }) };
}

async function enrolled({ content, school }: World): Promise<string> {
  const { id } = content.courses.free;
  await school.ask('basic', 'POST', `/api/learning/${id}`, { body: {} });
  return id;
}

async function attempt(world: World): Promise<{ id: string; writer: string }> {
  await enrolled(world);
  const section = world.content.courses.free.sections.at(-1)?.id;
  const begun = await world.school.ask('basic', 'POST', `/api/exams/${section}/attempts`, { body: {} });
  return { id: (await begun.json()).id, writer: world.content.categoryId };
}

/** An attempt whose time ran out half an hour ago. */
async function overdueAttempt(world: World): Promise<{ id: string; writer: string }> {
  const begun = await attempt(world);
  const { clock, db } = world.school.services;
  await db.pool.query(
    `update exam_attempts set started_at = $1::timestamptz - interval '90 minutes',
      deadline_at = $1::timestamptz - interval '30 minutes' where id = $2`,
    [clock.now(), begun.id],
  );
  return begun;
}

/** A submitted attempt without answers, whose topic can be practiced from a bank. */
async function missedAttempt(world: World): Promise<string> {
  const { id } = await attempt(world);
  const { pool } = world.school.services.db;
  const asked = { id: 'q-one', kind: 'true-false', prompt: '?', points: 1, explanation: '', answer: true };
  await pool.query(
    `with bank as (insert into question_banks (slug, title) values ('practiced', 'Practiced') returning id)
     insert into bank_questions (bank_id, key, kind, tags, question, words)
     select id, 'q-one', 'true-false', '{joins}', $1, '' from bank`,
    [JSON.stringify(asked)],
  );
  await pool.query(
    `with own as (insert into exam_versions (section_id, fingerprint, exam, html)
       select a.section_id, a.id::text, v.exam || $2::jsonb, v.html
       from exam_attempts a join exam_versions v on v.id = a.version_id where a.id = $1 returning id)
     update exam_attempts set version_id = (select id from own) where id = $1`,
    [
      id,
      JSON.stringify({
        questions: [{ ...asked, tags: ['joins'] }],
        settings: { feedback: 'after-attempt' },
      }),
    ],
  );
  await pool.query(
    `update course_content s set exam = s.exam || '{"settings": {"practiceBank": "practiced"}}'
     from exam_attempts a where a.section_id = s.id and a.id = $1`,
    [id],
  );
  await world.school.ask('basic', 'POST', `/api/exam-attempts/${id}/result`, { body: {} });
  return id;
}

/** An essay that was handed in and waits to be marked. */
async function essay(world: World): Promise<{ attemptId: string; question: string }> {
  const { id } = await attempt(world);
  const question = { id: 'q-one', kind: 'essay', prompt: '?', points: 1, explanation: '', rubric: [] };
  const { pool } = world.school.services.db;
  // Versions never change, and the server keeps what it has read of them: the attempt gets one of its own.
  await pool.query(
    `with own as (insert into exam_versions (section_id, fingerprint, exam, html)
       select a.section_id, a.id::text, jsonb_set(v.exam, '{questions}', $2::jsonb), v.html
       from exam_attempts a join exam_versions v on v.id = a.version_id where a.id = $1 returning id)
     update exam_attempts set version_id = (select id from own) where id = $1`,
    [id, JSON.stringify([question])],
  );
  await world.school.ask('basic', 'PUT', `/api/exam-attempts/${id}/answers`, {
    body: { writer: id, seq: 1, question: 'q-one', answer: 'My words' },
  });
  await world.school.ask('basic', 'POST', `/api/exam-attempts/${id}/result`, { body: {} });
  return { attemptId: id, question: 'q-one' };
}
