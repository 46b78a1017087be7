import { expect } from 'vitest';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { register } from '#server/areas/accounts/registration/register';
import { verifyEmail } from '#server/areas/accounts/registration/verify-email';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { disableUser } from '#server/areas/admin/users/disable-user';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { revokeAdmin } from '#server/areas/admin/users/revoke-admin';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { enter } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { acceptInvitation } from './accept-invitation.ts';
import { checkList } from './check-list.ts';
import { invitePeople } from './invite-people.ts';
import { listInvitations } from './list-invitations.ts';
import { openInvitation } from './open-invitation.ts';
import { resendInvitation } from './resend-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

const DAY = 24 * 3600;
const PASSWORD = 'a quiet sentence';
const GRACE = { email: 'grace@elsewhere.test', tier: 'basic', role: 'user' } as const;
const passwords = { password: PASSWORD, confirmPassword: PASSWORD };

/** The links that were mailed to an address so far, oldest first. */
async function linksTo(db: Db, email: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', email)
    .where('template', '=', 'invitation')
    .orderBy('created_at')
    .execute();
  return rows.map(({ props }) => /token=([\w-]+)/.exec(JSON.stringify(props))?.[1] ?? '');
}

/** Of two links of one transaction's time the newer is the one that works. */
async function linkTo({ services }: Verbs, email: string): Promise<string> {
  for (const token of await linksTo(services.db, email))
    if ((await failureOf(openInvitation(services, { token }))) !== 'LINK_EXPIRED') return token;
  throw new Error('no link works');
}

async function prove({ services }: Verbs, isFresh = true): Promise<void> {
  const at = new Date(services.clock.now().getTime() - (isFresh ? 0 : 11 * 60_000));
  await services.db.pool.query('update sessions set proved_at = $1', [at]);
}

const reply = () => ({ resHeaders: new Headers() });

async function invited(verbs: Verbs, person: Parameters<typeof invitePeople>[2]['people'][number] = GRACE) {
  await invitePeople(verbs.services, verbs.as('admin'), { people: [person] });
  const { items } = await listInvitations(verbs.services, verbs.as('admin'), { q: person.email });
  const id = items[0]?.id ?? '';
  return { id, token: await linkTo(verbs, person.email) };
}

test('who is invited chooses a name and a password, and is in at once with the tier', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { token } = await invited(verbs);
  expect(await openInvitation(services, { token })).toEqual({ email: GRACE.email });
  expect(await openInvitation(services, { token })).toEqual({ email: GRACE.email });
  const form = { token, name: 'Grace Hopper', ...passwords };
  const weak = { ...form, password: '123456', confirmPassword: '123456' };
  expect(await failureOf(acceptInvitation(services, as('visitor'), weak, reply()))).toBe(
    'PASSWORD_TOO_COMMON',
  );
  const answer = reply();
  expect(await acceptInvitation(services, as('visitor'), form, answer)).toMatchObject({
    status: 'signed-in',
    user: { name: 'Grace Hopper', email: GRACE.email, subscriptionTier: 'basic', role: 'user' },
  });
  const [cookie = ''] = answer.resHeaders.getSetCookie();
  const { viewer } = await findViewer(services, cookie.split(';')[0] ?? '');
  expect(viewer).toMatchObject({ kind: 'member', email: GRACE.email });
  expect((await enter(verbs, PASSWORD, GRACE.email)).outcome).toMatchObject({
    status: 'signed-in',
    user: { name: 'Grace Hopper', subscriptionTier: 'basic', role: 'user' },
  });
  expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply()))).toBe('LINK_EXPIRED');
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  const { items } = await listInvitations(services, as('admin'), { q: '' });
  expect(items).toMatchObject([{ email: GRACE.email, state: 'accepted', invitedBy: 'admin' }]);
  const audited = await db.kysely
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'invitation.%')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['invitation.send', 'invitation.accept']);
  const reported = await db.kysely.selectFrom('notice_events').select('kind').orderBy('kind').execute();
  expect(reported.map(({ kind }) => kind)).toEqual(['new-user', 'welcome']);
});

test('an administrator is invited with a fresh proof only', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const people = [{ ...GRACE, role: 'admin' as const }];
  await prove(verbs, false);
  expect(await failureOf(invitePeople(services, as('admin'), { people }))).toBe('PROOF_REQUIRED');
  expect(await linksTo(db, GRACE.email)).toEqual([]);
  await prove(verbs);
  const { id, token } = await invited(verbs, people[0]);
  await prove(verbs, false);
  expect(await failureOf(resendInvitation(services, as('admin'), { id }))).toBe('PROOF_REQUIRED');
  await acceptInvitation(services, as('visitor'), { token, name: 'Grace', ...passwords }, reply());
  expect((await enter(verbs, PASSWORD, GRACE.email)).outcome).toMatchObject({ user: { role: 'admin' } });
});

test('after 14 days a link is over, and sent again it works while the old one stays over', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { id, token } = await invited(verbs);
  wait(14 * DAY);
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  const form = { name: 'Grace', ...passwords };
  expect(await failureOf(acceptInvitation(services, as('visitor'), { ...form, token }, reply()))).toBe(
    'LINK_EXPIRED',
  );
  const expired = await listInvitations(services, as('admin'), { q: 'GRACE', state: 'expired' });
  expect(expired.items.map((one) => one.id)).toEqual([id]);
  expect((await resendInvitation(services, as('admin'), { id })).state).toBe('open');
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  await acceptInvitation(
    services,
    as('visitor'),
    { ...form, token: await linkTo(verbs, GRACE.email) },
    reply(),
  );
  expect(await failureOf(resendInvitation(services, as('admin'), { id }))).toBe('INVITATION_ENDED');
  expect(await failureOf(withdrawInvitation(services, as('admin'), { id }))).toBe('INVITATION_ENDED');
});

test('a withdrawn invitation opens nothing, and the address can be invited again', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { id, token } = await invited(verbs);
  expect((await withdrawInvitation(services, as('admin'), { id })).state).toBe('withdrawn');
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  const form = { token, name: 'Grace', ...passwords };
  expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply()))).toBe('LINK_EXPIRED');
  expect((await invitePeople(services, as('admin'), { people: [GRACE] })).ok).toBe(1);
  expect(await failureOf(withdrawInvitation(services, as('admin'), { id }))).toBe('INVITATION_ENDED');
});

test('each line of a list is judged before anybody is invited, and nobody is written down', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  await invited(verbs);
  await db.kysely
    .insertInto('subscription_plans')
    .values({ name: 'Harbor Team', tier: 'basic', price: '5.00', description: '' })
    .execute();
  const csv = [
    'Email;Role;Tier',
    'ada@elsewhere.test;;',
    ' ADA@elsewhere.test ;user;free',
    '"hedy@elsewhere.test";admin;premium',
    'not an address;;',
    'rosa@elsewhere.test;;gold',
    'rosa@elsewhere.test;king;basic',
    'basic@school.test;;',
    'grace@elsewhere.test;;',
    '',
  ].join('\r\n');
  const before = await db.kysely.selectFrom('audit_log').select('id').execute();
  const { lines, ok } = await checkList(services, as('admin'), { csv, tier: 'basic' });
  expect(ok).toBe(2);
  expect(lines.map(({ email, line, outcome, role, tier }) => [line, email, tier, role, outcome])).toEqual([
    [2, 'ada@elsewhere.test', 'basic', 'user', 'ok'],
    [3, 'ada@elsewhere.test', 'free', 'user', 'repeated'],
    [4, 'hedy@elsewhere.test', 'premium', 'admin', 'ok'],
    [5, 'not an address', 'basic', 'user', 'bad-address'],
    [6, 'rosa@elsewhere.test', null, 'user', 'bad-tier'],
    [7, 'rosa@elsewhere.test', 'basic', null, 'bad-role'],
    [8, 'basic@school.test', 'basic', 'user', 'has-account'],
    [9, 'grace@elsewhere.test', 'basic', 'user', 'already-invited'],
  ]);
  expect(await linksTo(db, 'ada@elsewhere.test')).toEqual([]);
  expect(await db.kysely.selectFrom('audit_log').select('id').execute()).toEqual(before);
  const other = await checkList(services, as('admin'), {
    csv: [
      'Name,E-mail,Plan,Role,Team',
      'Ada,ada@elsewhere.test,Premium,Member,Red',
      'Rosa,rosa@elsewhere.test,harbor team,learner,',
      'Emmy,emmy@elsewhere.test,,,',
      'Lise,lise@elsewhere.test,Gold,member,',
    ].join('\n'),
    tier: 'free',
  });
  expect(other.unknownColumns).toEqual(['Name', 'Team']);
  expect(other.lines.map(({ email, outcome, role, tier }) => [email, tier, role, outcome])).toEqual([
    ['ada@elsewhere.test', 'premium', 'user', 'ok'],
    ['rosa@elsewhere.test', 'basic', 'user', 'ok'],
    ['emmy@elsewhere.test', 'free', 'user', 'ok'],
    ['lise@elsewhere.test', null, 'user', 'bad-tier'],
  ]);
  const broken = await checkList(services, as('admin'), {
    csv: 'a@b.test,free\n"never closed',
    tier: 'free',
  });
  expect(broken.lines.map(({ outcome }) => outcome)).toEqual(['unreadable']);
  const long = Array.from({ length: 1001 }, (_, n) => `p${n}@elsewhere.test`).join('\n');
  expect(await failureOf(checkList(services, as('admin'), { csv: long, tier: 'free' }))).toBe('BAD_INPUT');
});

test('of a list all who can be invited are, each told by one mail', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const people = ['a@elsewhere.test', 'b@elsewhere.test', 'a@elsewhere.test', 'free@school.test'].map(
    (email) => ({ email, tier: 'free' as const, role: 'user' as const }),
  );
  const { lines, ok } = await invitePeople(services, as('admin'), { people });
  expect(ok).toBe(2);
  expect(lines.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'repeated', 'has-account']);
  for (const [email, count] of [
    ['a@elsewhere.test', 1],
    ['b@elsewhere.test', 1],
    ['free@school.test', 0],
  ] as const)
    expect(await linksTo(db, email)).toHaveLength(count);
});

test('an account that a stranger registered beforehand and never confirmed makes room', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const theirs = 'the words of a stranger';
  const form = { name: 'Stranger', email: GRACE.email, password: theirs, confirmPassword: theirs };
  await register(services, as('visitor'), form);
  const mail = await db.kysely.selectFrom('mail_outbox').select('props').executeTakeFirstOrThrow();
  const strangersLink = /verify=([\w-]+)/.exec(JSON.stringify(mail.props))?.[1] ?? '';
  const { token } = await invited(verbs);
  await acceptInvitation(services, as('visitor'), { token, name: 'Grace', ...passwords }, reply());
  await verifyEmail(services, as('visitor'), { token: strangersLink, password: theirs }).catch(() => null);
  expect(await failureOf(enter(verbs, theirs, GRACE.email))).toBe('INVALID_CREDENTIALS');
  expect((await enter(verbs, PASSWORD, GRACE.email)).outcome).toMatchObject({ user: { name: 'Grace' } });
});

test('who joined otherwise meanwhile keeps the own password, and nothing is given', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { token } = await invited(verbs, { ...GRACE, tier: 'premium' });
  await db.kysely
    .insertInto('users')
    .values({ name: 'G', email: GRACE.email, email_verified: true })
    .execute();
  const form = { token, name: 'Grace', ...passwords };
  expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply()))).toBe('ACCOUNT_EXISTS');
  expect(await failureOf(enter(verbs, PASSWORD, GRACE.email))).toBe('INVALID_CREDENTIALS');
  const profiles = db.kysely
    .selectFrom('profiles')
    .select('subscription_tier')
    .where('email', '=', GRACE.email);
  expect(await profiles.execute()).toEqual([{ subscription_tier: 'free' }]);
});

test('a list is read page by page, and members see none of it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const people = Array.from({ length: 60 }, (_, n) => ({ ...GRACE, email: `p${n}@elsewhere.test` }));
  await invitePeople(services, as('admin'), { people });
  const first = await listInvitations(services, as('admin'), { q: '' });
  expect(first.items).toHaveLength(50);
  const second = await listInvitations(services, as('admin'), { q: '', after: first.next ?? '' });
  expect(second).toMatchObject({ next: null });
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60);
  for (const call of [
    listInvitations(services, as('premium'), { q: '' }),
    checkList(services, as('premium'), { csv: 'a@b.test', tier: 'free' }),
    invitePeople(services, as('premium'), { people: [GRACE] }),
  ])
    expect(await failureOf(call)).toBe('ADMINISTRATOR_REQUIRED');
});

test('whose rights as an administrator end, their open invitations of administrators end too', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const { as, services } = verbs;
  const own = as('admin');
  const idOf = (who: 'basic' | 'premium' | 'free') => {
    const { viewer } = as(who);
    return viewer.kind === 'member' ? viewer.userId : '';
  };
  const eraseLater = async (_: typeof services, __: Caller, { id }: { id: string }) => {
    await ownDb.kysely
      .updateTable('users')
      .set({ erase_at: services.clock.now() })
      .where('id', '=', id)
      .execute();
    expect(await eraseDueAccounts(services)).toBe(1);
  };
  await prove(verbs);
  for (const [who, end] of [
    ['basic', revokeAdmin],
    ['basic', disableUser],
    ['premium', removeUser],
    ['free', eraseLater],
  ] as const) {
    const id = idOf(who);
    await ownDb.kysely.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute();
    const inviter = { ...own, viewer: { ...own.viewer, userId: id } } as Caller;
    const email = `${end.name}@elsewhere.test`.toLowerCase();
    const member = { ...GRACE, email: `member-${email}` };
    await invitePeople(services, inviter, { people: [{ ...GRACE, email, role: 'admin' }, member] });
    const token = await linkTo(verbs, email);
    const memberToken = await linkTo(verbs, member.email);
    await end(services, own, { id });
    expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
    const form = { token, name: 'Grace', ...passwords };
    expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply())), end.name).toBe(
      'LINK_EXPIRED',
    );
    expect(await openInvitation(services, { token: memberToken })).toEqual({ email: member.email });
    if (end === revokeAdmin || end === disableUser)
      expect(
        await failureOf(invitePeople(services, inviter, { people: [{ ...GRACE, email, role: 'admin' }] })),
      ).toBe('ADMINISTRATOR_REQUIRED');
    const { items } = await listInvitations(services, own, { q: email, state: 'withdrawn' });
    expect(items.map(({ email: address }) => address)).toEqual([email]);
    const audited = ownDb.kysely
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', items[0]?.id ?? '');
    expect((await audited.orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'invitation.send',
      'invitation.withdraw',
    ]);
    expect(
      await ownDb.kysely.selectFrom('user_roles').select('role').where('user_id', '<>', id).execute(),
    ).toHaveLength(1);
    await ownDb.kysely.deleteFrom('user_roles').where('user_id', '=', id).execute();
  }
});

/** A second administrator, who invites Grace as a third one. */
async function invitedByAnother(verbs: Verbs) {
  const { as, services } = verbs;
  const { viewer } = as('basic');
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await services.db.kysely.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute();
  await prove(verbs);
  const other = { ...as('admin'), viewer: { ...as('admin').viewer, userId } } as Caller;
  await invitePeople(services, other, { people: [{ ...GRACE, role: 'admin' }] });
  const { items } = await listInvitations(services, other, { q: GRACE.email });
  return { id: items[0]?.id ?? '', other, token: await linkTo(verbs, GRACE.email), userId };
}

test('an invitation of an administrator works only while who sent it is one, withdrawn or not', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { id, token, userId } = await invitedByAnother(verbs);
  const end = {
    role: () => db.kysely.deleteFrom('user_roles').where('user_id', '=', userId).execute(),
    account: () =>
      db.kysely.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute(),
  };
  const form = { token, name: 'Grace', ...passwords };
  await end.account();
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply()))).toBe('LINK_EXPIRED');
  await db.kysely.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute();
  expect(await openInvitation(services, { token })).toEqual({ email: GRACE.email });
  await end.role();
  expect(await failureOf(openInvitation(services, { token }))).toBe('LINK_EXPIRED');
  expect(await failureOf(acceptInvitation(services, as('visitor'), form, reply()))).toBe('LINK_EXPIRED');
  // Whoever sends it again answers for it.
  await prove(verbs);
  expect(await resendInvitation(services, as('admin'), { id })).toMatchObject({ invitedBy: 'admin' });
  await acceptInvitation(
    services,
    as('visitor'),
    { ...form, token: await linkTo(verbs, GRACE.email) },
    reply(),
  );
  expect((await enter(verbs, PASSWORD, GRACE.email)).outcome).toMatchObject({ user: { role: 'admin' } });
});

test('an expired invitation of a former administrator can be sent again by another, not by them', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { id, other, userId } = await invitedByAnother(verbs);
  wait(14 * DAY);
  await revokeAdmin(services, as('admin'), { id: userId });
  await prove(verbs);
  const { items } = await listInvitations(services, as('admin'), { q: GRACE.email });
  expect(items).toMatchObject([{ id, state: 'expired', invitedBy: 'basic' }]);
  expect(await failureOf(resendInvitation(services, other, { id }))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await resendInvitation(services, as('admin'), { id })).toMatchObject({ state: 'open' });
  const token = await linkTo(verbs, GRACE.email);
  expect(await openInvitation(services, { token })).toEqual({ email: GRACE.email });
});
