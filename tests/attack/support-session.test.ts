import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { VISITOR } from '#domain/access/viewer';
import { findViewer } from '#server/areas/accounts/find-viewer';
import { endSupport } from '#server/areas/admin/end-support';
import { grantAdmin } from '#server/areas/admin/grant-admin';
import { startSupport } from '#server/areas/admin/start-support';
import { exportAccount } from '#server/areas/privacy/export-account';
import { statedProcedures } from '#server/http/check-contract';
import { enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { CASES } from './access-cases.ts';
import { callProcedure } from './call-procedure.ts';
import { insertContent } from './content.ts';
import { databaseState } from './database-state.ts';
import { openSchool } from './school.ts';

const ENDS = ['support.end', 'accounts.signOut'];
const UNSAFE = statedProcedures(contract).filter(
  ({ method, name }) => method !== 'GET' && !ENDS.includes(name),
);

test('what changes anything is known by its method, and two procedures only end a support session', () => {
  expect(UNSAFE.length).toBeGreaterThan(60);
  const ending = statedProcedures(contract).filter(({ meta }) => meta.endsSupport);
  expect(ending.map(({ name }) => name).sort()).toEqual([...ENDS].sort());
});

test('in a support session every procedure that changes something is refused, and nothing changes', async ({
  db,
}) => {
  const people = new Map<string, Awaited<ReturnType<typeof openSchool>>['people']>();
  const school = await openSchool(db, {
    findViewer: async () => {
      const viewer = people.get('all')?.get('basic') ?? VISITOR;
      if (viewer.kind === 'visitor') return { viewer, setCookies: [] };
      const support = { adminId: viewer.userId, adminName: 'Head', endsAt: new Date('2026-11-20T13:00:00Z') };
      return { viewer: { ...viewer, support }, setCookies: [] };
    },
  });
  people.set('all', school.people);
  const world = { school, content: await insertContent(db) };
  const before = await databaseState(db);
  for (const procedure of UNSAFE) {
    const input = CASES[procedure.name]?.input?.(world, 'basic', 'own') ?? {};
    const response = await callProcedure(school, 'basic', procedure, input);
    expect([procedure.name, response.status, (await response.json()).code]).toEqual([
      procedure.name,
      403,
      'SUPPORT_READ_ONLY',
    ]);
  }
  expect(await databaseState(db)).toEqual(before);
});

const REASON = { reason: 'A lesson does not open' };

/** Ada's account, an administrator in a real session of their own, and the support session begun from it. */
async function openSupport(db: Parameters<typeof withAccount>[0]) {
  const school = await withAccount(db);
  const { as, id, services } = school;
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const resHeaders = new Headers();
  await startSupport(services, as('admin'), { id, ...REASON }, resHeaders);
  const look = async () => (await findViewer(services, sent(resHeaders.getSetCookie()))).viewer;
  const viewer = await look();
  return { ...school, look, caller: { ...as('visitor'), viewer } };
}

test('an administrator sees what a user sees, the user is told, and both stand in the audit log', async ({
  ownDb,
}) => {
  const { as, caller, id, look, services } = await openSupport(ownDb);
  const admin = as('admin').viewer;
  const adminId = admin.kind === 'member' ? admin.userId : '';
  expect(caller.viewer).toMatchObject({
    userId: id,
    isAdmin: false,
    support: { adminId, adminName: 'admin' },
  });
  const back = new Headers();
  await endSupport(services, caller, back);
  expect((await look()).kind).toBe('visitor');
  expect((await findViewer(services, sent(back.getSetCookie()))).viewer).toMatchObject({ userId: adminId });
  const audited = await ownDb.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'actor_kind', 'entity_id', 'after'])
    .where('action', 'like', 'support.%')
    .orderBy('id')
    .execute();
  const row = { actor_id: adminId, actor_kind: 'admin', entity_id: id };
  expect(audited).toMatchObject([
    { ...row, action: 'support.start', after: { ...REASON, minutes: 60 } },
    { ...row, action: 'support.end' },
  ]);
  const mails = await ownDb.kysely.selectFrom('mail_outbox').select(['template', 'props']).execute();
  expect(mails).toMatchObject([{ template: 'support-session', props: { admin: 'admin', ...REASON } }]);
});

test('it is over after an hour however much it is used, and what asks for a proof stays closed', async ({
  ownDb,
}) => {
  const { caller, look, services, wait } = await openSupport(ownDb);
  const taken = exportAccount(services, caller, { resHeaders: new Headers() });
  expect(await failureOf(taken)).toBe('PROOF_REQUIRED');
  for (let minute = 0; minute < 58; minute += 10) {
    wait(580);
    expect((await look()).kind).toBe('member');
  }
  wait(180);
  expect((await look()).kind).toBe('visitor');
});

test('it ends with the rights or the session of the administrator, and when the user becomes one', async ({
  ownDb,
}) => {
  const first = await openSupport(ownDb);
  await ownDb.pool.query("delete from user_roles where role = 'admin'");
  expect((await first.look()).kind).toBe('visitor');
  const admin = first.as('admin').viewer;
  if (admin.kind !== 'member') throw new Error('the administrator is a member');
  await ownDb.kysely.insertInto('user_roles').values({ user_id: admin.userId, role: 'admin' }).execute();
  expect((await first.look()).kind).toBe('member');
  await ownDb.pool.query('insert into user_roles (user_id, role) values ($1, $2)', [first.id, 'admin']);
  expect((await first.look()).kind).toBe('visitor');
  await ownDb.pool.query('delete from user_roles where user_id = $1', [first.id]);
  await ownDb.kysely.deleteFrom('sessions').where('id', '=', admin.sessionId).execute();
  expect((await first.look()).kind).toBe('visitor');
});

test('nobody begins one without a fresh proof, as a member, as an administrator, or in the own account', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  const start = (who: 'admin' | 'premium', whom = id) =>
    failureOf(startSupport(services, as(who), { id: whom, ...REASON }, new Headers()));
  await ownDb.pool.query("update sessions set proved_at = '2026-01-01'");
  expect(await start('premium')).toBe('ADMINISTRATOR_REQUIRED');
  expect(await start('admin')).toBe('PROOF_REQUIRED');
  await ownDb.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const admin = as('admin').viewer;
  expect(await start('admin', admin.kind === 'member' ? admin.userId : '')).toBe('OWN_ACCOUNT');
  await grantAdmin(services, as('admin'), { id });
  expect(await start('admin')).toBe('SUPPORT_REFUSED');
  expect((await enter(school)).outcome).toMatchObject({ user: { support: null } });
});
