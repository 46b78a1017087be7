import sharp from 'sharp';
import { expect } from 'vitest';
import { contract } from '#contract/contract';
import type { ErrorCode } from '#contract/errors';
import type { SupportMode, SupportUse } from '#domain/access/people/support-modes';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { renderMail } from '#emails/render-mail';
import { updateProfile } from '#server/areas/accounts/profile/update-profile';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { signedIn, toUser } from '#server/areas/accounts/sessions/signed-in';
import { endSupport } from '#server/areas/admin/support/end-support';
import { startSupport } from '#server/areas/admin/support/start-support';
import { grantAdmin } from '#server/areas/admin/users/grant-admin';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { exportAccount } from '#server/areas/privacy/export-account';
import type { Db } from '#server/db/client';
import { statedProcedures } from '#server/http/check-contract';
import { enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { CASES } from '../access/access-cases.ts';
import { insertContent } from '../content/content.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { openSchool } from '../kit/school.ts';
import { databaseState } from '../requests/database-state.ts';
import { FULFILLED } from '../requests/fulfilled-inputs.ts';

const ENDS = ['support.end', 'accounts.signOut'];
/** All that an administrator may change for a user. Whoever opens more says so here, and why in the decision record. */
const OPEN = [
  'accounts.updateProfile',
  'accounts.setAvatar',
  'accounts.removeAvatar',
  'certificates.claim',
  'certificates.renew',
  'learning.enrol',
  'learning.leave',
  'notes.saveBookmark',
  'notifications.savePreferences',
  'notifications.follow',
];
const STATED = statedProcedures(contract);
const UNSAFE = STATED.filter(({ method, name }) => method !== 'GET' && !ENDS.includes(name));
const using = (use: SupportUse) =>
  STATED.filter(({ meta }) => meta.support === use)
    .map(({ name }) => name)
    .sort();

test('what changes anything is known by its method, and says what it does in a support session', () => {
  expect(UNSAFE.length).toBeGreaterThan(60);
  expect(using('end')).toEqual([...ENDS].sort());
  expect(using('change')).toEqual([...OPEN].sort());
  const opened = STATED.filter(({ name }) => OPEN.includes(name));
  // What visitors and administrators do is not the user's to begin with.
  for (const { meta, method, name } of opened)
    expect([name, meta.access, method === 'GET']).toEqual([name, 'member', false]);
});

/** A school in which the administrator sits in the account of the member `basic`. */
async function supported(db: Db, mode: SupportMode) {
  const people = new Map<string, Viewer>();
  const school = await openSchool(db, {
    findViewer: async () => {
      const [viewer, admin] = [people.get('basic'), people.get('admin')];
      if (viewer?.kind !== 'member' || admin?.kind !== 'member') return { viewer: VISITOR, setCookies: [] };
      const support = { adminId: admin.userId, adminName: 'Head', endsAt: new Date(0), mode };
      return { viewer: { ...viewer, support }, setCookies: [] };
    },
  });
  for (const [name, viewer] of school.people) people.set(name, viewer);
  const idOf = (name: 'admin' | 'basic') => {
    const viewer = people.get(name);
    return viewer?.kind === 'member' ? viewer.userId : '';
  };
  return { school, content: await insertContent(db), admin: idOf('admin'), user: idOf('basic') };
}

const refusals: readonly (readonly [SupportMode, ErrorCode, readonly string[]])[] = [
  ['look', 'SUPPORT_READ_ONLY', []],
  ['change', 'SUPPORT_CLOSED', OPEN],
];
test.for(refusals)(
  'in a support session to %s every other change and a copy of the data are refused, and nothing changes',
  async ([mode, code, open], { db }) => {
    const world = await supported(db, mode);
    const before = await databaseState(db);
    for (const procedure of UNSAFE.filter(({ name }) => !open.includes(name))) {
      const input = CASES[procedure.name]?.input?.(world, 'basic', 'own') ?? {};
      const response = await callProcedure(world.school, 'basic', procedure, input);
      expect([procedure.name, response.status, (await response.json()).code]).toEqual([
        procedure.name,
        403,
        code,
      ]);
    }
    const copy = await world.school.ask('basic', 'GET', '/api/account/export');
    expect([copy.status, (await copy.json()).code]).toEqual([403, 'SUPPORT_CLOSED']);
    expect(await databaseState(db)).toEqual(before);
  },
);

test.for(OPEN)('%s for a user is written down with both persons', async (name, { db }) => {
  const world = await supported(db, 'change');
  const procedure = STATED.find((stated) => stated.name === name);
  if (!procedure) throw new Error(`${name} is no procedure`);
  const input = (await FULFILLED[name]?.(world)) ?? CASES[name]?.input?.(world, 'basic', 'own') ?? {};
  const last = await lastAudited(db);
  const response =
    name === 'accounts.setAvatar'
      ? await world.school.ask('basic', 'PUT', '/api/account/avatar', { rawBody: await picture() })
      : await callProcedure(world.school, 'basic', procedure, input);
  expect([response.status, await response.json()]).toMatchObject([200, {}]);
  const rows = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'actor_kind', 'on_behalf_of'])
    .where('id', '>', last)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect(row).toMatchObject({ actor_id: world.admin, actor_kind: 'admin', on_behalf_of: world.user });
});

async function lastAudited({ kysely }: Db): Promise<number> {
  const row = await kysely.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? 0;
}

async function picture(): Promise<FormData> {
  const form = new FormData();
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } });
  form.set('file', new File([new Uint8Array(await drawn.png().toBuffer())], 'me.png', { type: 'image/png' }));
  return form;
}

const REASON = { reason: 'A lesson does not open', mode: 'look' } as const;

/** Ada's account, an administrator in a real session of their own, and the support session begun from it. */
async function openSupport(db: Db, mode: SupportMode = 'look') {
  const school = await withAccount(db);
  const { as, id, services } = school;
  await db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  const resHeaders = new Headers();
  await startSupport(services, as('admin'), { id, ...REASON, mode }, resHeaders);
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
    support: { adminId, adminName: 'admin', mode: 'look' },
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

test('to change is chosen, said in the session, the mail and the inbox, and told to whoever wants to hear nothing', async ({
  ownDb,
}) => {
  const { caller, id, look, services, as } = await openSupport(ownDb, 'change');
  expect(await look()).toMatchObject({ userId: id, support: { mode: 'change' } });
  expect(toUser(signedIn(caller)).support).toMatchObject({ by: 'admin', mode: 'change' });
  await ownDb.kysely
    .insertInto('notification_preferences')
    .values({ user_id: id, kind: 'support-session', in_app: false, email: false })
    .execute();
  await deliverNotices(services);
  const inbox = await listNotifications(services, { ...as('visitor'), viewer: await look() }, {});
  const props = { admin: 'admin', mode: 'change', reason: REASON.reason };
  expect(inbox.items).toMatchObject([{ kind: 'support-session', props, link: '/profile?tab=security' }]);
  const mails = await ownDb.kysely.selectFrom('mail_outbox').select(['template', 'props']).execute();
  expect(mails).toMatchObject([{ template: 'support-session', props }]);
  const text = renderMail(
    'support-session',
    { ...props, mode: 'change', name: 'Ada', link: 'x' },
    'Lectern',
  ).text;
  expect(text).toContain('They can also change your name');
});

test('what was done in the account of somebody who is erased names them no more', async ({ ownDb }) => {
  const { as, caller, id, services } = await openSupport(ownDb, 'change');
  await updateProfile(services, caller, { name: 'Augusta Ada' });
  const audited = () =>
    ownDb.kysely
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of'])
      .where('action', '=', 'profile.update')
      .executeTakeFirstOrThrow();
  const before = await audited();
  expect(before.on_behalf_of).toBe(id);
  await removeUser(services, as('admin'), { id });
  const after = await audited();
  expect(after.actor_id).toBe(before.actor_id);
  expect(after.on_behalf_of).not.toBe(id);
  const left = await ownDb.pool.query(
    "select from notice_events where kind = 'support-session' union all select from mail_outbox where template = 'support-session'",
  );
  expect(left.rowCount).toBe(0);
});

test('it is over after an hour however much it is used, and what asks for a proof stays closed', async ({
  ownDb,
}) => {
  const { caller, look, services, wait } = await openSupport(ownDb);
  const taken = exportAccount(services, caller, { resHeaders: new Headers() });
  expect(await failureOf(taken)).toBe('SUPPORT_CLOSED');
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
