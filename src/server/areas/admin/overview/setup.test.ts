import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { SETUP_STEPS, type SetupStep } from '#domain/site/setup-steps';
import { sendTest } from '#server/areas/announcements/send-test';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { commandLineCaller, recordAudit, systemCaller } from '#server/db/audit';
import { makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { dismissSetup } from './dismiss-setup.ts';
import { getSetup } from './get-setup.ts';
import { sendTestMail } from './send-test-mail.ts';

async function doneSteps(verbs: Verbs): Promise<SetupStep[]> {
  const { steps } = await getSetup(verbs.services, verbs.as('admin'));
  return steps.filter(({ done }) => done).map(({ step }) => step);
}

test('each step is ticked by what is really there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  if (admin.viewer.kind !== 'member') throw new Error('the administrator is a member');
  const { userId } = admin.viewer;
  const change = (values: { email?: string; two_factor_enabled?: boolean; email_verified?: boolean }) =>
    db.kysely.updateTable('users').set(values).where('id', '=', userId).execute();
  await change({ email: 'admin@localhost', email_verified: true });
  const imported = { action: 'course.import', entity: 'course', entityId: userId };
  await db.transaction((trx) => recordAudit(trx, systemCaller, imported));
  expect(await doneSteps(verbs)).toEqual([]);

  await change({ email: 'head@school.test' });
  expect(await doneSteps(verbs)).toEqual(['address']);
  await db.transaction((trx) =>
    recordAudit(trx, admin, { action: 'account.change-password', entity: 'user', entityId: userId }),
  );
  await change({ two_factor_enabled: true });
  expect(await doneSteps(verbs)).toEqual(['password', 'address', 'second-factor']);
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'seo', value: JSON.stringify({ title: 'Harbor School' }) })
    .execute();
  verbs.services.settings.forget();
  const config = { ...verbs.services.config, smtpUrl: 'smtp://mail.test' };
  const withMail = { ...verbs, services: { ...verbs.services, config } };
  expect(await doneSteps(withMail)).toEqual(['password', 'address', 'second-factor', 'mail', 'name']);
  const form = courseForm.parse({
    title: 'Ours',
    description: 'D',
    slug: 'ours',
    thumbnail: '/covers/ours.svg',
    categories: [await makeCategory(verbs, 'Data')],
  });
  await createCourse(verbs.services, admin, { ...form, slug: 'draft', start: 'draft' });
  expect(await doneSteps(withMail)).toEqual([...SETUP_STEPS].filter((step) => step !== 'publish'));
  await createCourse(verbs.services, admin, form);
  expect(await doneSteps(withMail)).toEqual([...SETUP_STEPS]);
});

test('a course that the command line imports counts as an own one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const entry = { action: 'course.import', entity: 'course', entityId: 'x' };
  await db.transaction((trx) => recordAudit(trx, commandLineCaller, entry));
  expect(await doneSteps(verbs)).toContain('course');
});

test('the checklist is put away once and for its administrator alone', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect((await getSetup(services, as('admin'))).dismissed).toBe(false);
  await dismissSetup(services, as('admin'));
  await dismissSetup(services, as('admin'));
  expect((await getSetup(services, as('admin'))).dismissed).toBe(true);
  const rows = await db.kysely
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'setup.dismiss')
    .execute();
  expect(rows).toHaveLength(1);
  for (const verb of [getSetup, dismissSetup, sendTestMail]) {
    expect(await failureOf(verb(services, as('premium')))).toBe('ADMINISTRATOR_REQUIRED');
    expect(await failureOf(verb(services, as('visitor')))).toBe('SIGN_IN_REQUIRED');
  }
});

test('a test email goes to the administrator, who is told what the mail server answered', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const mails: string[] = [];
  const sendNow: typeof services.sendNow = async ({ subject, to }) => {
    mails.push(`${to}: ${subject}`);
    return { outcome: 'refused', detail: '550 no such sender' };
  };
  expect(await sendTestMail({ ...services, sendNow }, as('admin'))).toEqual({
    outcome: 'refused',
    to: 'admin@school.test',
    detail: '550 no such sender',
  });
  expect(mails).toEqual(['admin@school.test: Test email from Lectern']);
});

test('a test email looks like every other one of the school', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const color = '#7a1f5c';
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'school', value: JSON.stringify({ color }) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify({ color }) }))
    .execute();
  services.settings.forget();
  const mails: string[] = [];
  const sendNow: typeof services.sendNow = async ({ html }) => {
    mails.push(html);
    return { outcome: 'accepted', detail: '' };
  };
  await sendTestMail({ ...services, sendNow }, as('admin'));
  const announcement = { subject: 'A new course', text: 'Have a look.' };
  await sendTest({ ...services, sendNow }, as('admin'), announcement);
  expect(mails).toEqual([expect.stringContaining(color), expect.stringContaining(color)]);
});
