import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { sweepAccounts } from '#server/areas/accounts/erasure/sweep-accounts';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { databaseState } from '#tests/attack/requests/database-state';
import { type Account, EMAIL, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

const NEXT = 'ada@analytical.test';

/** What is kept of somebody by this address: what was sent from it and to it, and what was done about it. */
async function live({ as, services: { db } }: Account, email: string, at: Date): Promise<void> {
  const { kysely } = db;
  const admin = as('admin').viewer;
  const invited_by = admin.kind === 'member' ? admin.userId : null;
  const expires_at = new Date(at.getTime() + 3_600_000);
  const { id } = await kysely
    .insertInto('contact_messages')
    .values({ name: 'A', email, message: 'A question', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('billing_requests')
    .values({ kind: 'withdrawal', name: 'A', email, statement: 'I withdraw', received_at: at, state: 'open' })
    .execute();
  await kysely
    .insertInto('invitations')
    .values({
      email,
      tier: 'free',
      is_admin: false,
      invited_by,
      created_at: at,
      sent_at: at,
      expires_at,
      withdrawn_at: at,
    })
    .execute();
  await kysely
    .insertInto('mail_outbox')
    .values({
      event_key: `one:${id}`,
      template: 'declaration-received',
      recipient: email,
      props: '{}',
      created_at: at,
    })
    .execute();
  await kysely
    .insertInto('mail_outbox')
    .values({
      event_key: `notice:${id}:${invited_by}`,
      template: 'contact-message',
      recipient: 'admin@school.test',
      props: JSON.stringify({ email }),
      created_at: at,
    })
    .execute();
  await kysely
    .insertInto('notice_events')
    .values({
      event_key: `contact-message:${id}`,
      kind: 'contact-message',
      for_administrators: true,
      link: '/admin/messages',
      props: JSON.stringify({ sender: 'A', email }),
      created_at: at,
    })
    .execute();
  await kysely
    .insertInto('mail_suppressions')
    .values({ address: email, reason: 'bounce', detail: '550', reported_at: at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ reported_at: at }))
    .execute();
  await kysely
    .insertInto('audit_log')
    .values({
      at,
      actor_kind: 'admin',
      action: 'message.delete',
      entity: 'message',
      entity_id: id,
      before: JSON.stringify({ email }),
    })
    .execute();
}

/** In how many rows of which tables an address is found. */
async function tracesOf({ services: { db } }: Account, email: string): Promise<Record<string, number>> {
  const found = Object.entries(await databaseState(db)).map(
    ([table, rows]) => [table, rows.filter((row) => row.includes(email)).length] as const,
  );
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

/** Ada takes another address, and the time in which that can be undone is long over; `then` runs before anything of it is swept. */
async function changeLongAgo(school: Account, then?: () => Promise<void>): Promise<void> {
  const { services } = school;
  const { caller } = await signedInCaller(school);
  await requestAddress(services, caller, { email: NEXT });
  const { rows } = await services.db.pool.query<{ link: string }>(
    "select props ->> 'link' as link from mail_outbox where template = 'address-confirm'",
  );
  const token = new URL(rows[0]?.link ?? '').searchParams.get('token') ?? '';
  await confirmAddress(services, caller, { token });
  school.wait(90 * 24 * 3600);
  await then?.();
  await sweepAccounts(services);
}

test('an erasure long after a change of address finds what was sent from the address before', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await live(school, EMAIL, services.clock.now());
  await changeLongAgo(school);
  await live(school, NEXT, services.clock.now());
  expect(Object.keys(await tracesOf(school, EMAIL)).length).toBeGreaterThan(6);
  await removeUser(services, as('admin'), { id });
  expect(await tracesOf(school, EMAIL)).toEqual({});
  expect(await tracesOf(school, NEXT)).toEqual({});
});

test.for(['nobody with an account', 'somebody with an account', 'a registration that nobody confirmed'])(
  'what came to an address and from it since the person left it is not theirs and stays: it is of %s',
  async (whose, { ownDb }) => {
    const school = await withAccount(ownDb);
    const { as, id, services } = school;
    await live(school, EMAIL, services.clock.now());
    await changeLongAgo(school, () => live(school, EMAIL, services.clock.now()));
    if (whose !== 'nobody with an account')
      await ownDb.kysely
        .insertInto('users')
        .values({ name: 'Another', email: EMAIL, email_verified: whose === 'somebody with an account' })
        .execute();
    await removeUser(services, as('admin'), { id });
    const { profiles: _, users, ...traces } = await tracesOf(school, EMAIL);
    expect(users).toBe(whose === 'nobody with an account' ? undefined : 1);
    expect(traces).toEqual({
      audit_log: 1,
      billing_requests: 1,
      contact_messages: 1,
      invitations: 1,
      mail_outbox: 2,
      mail_suppressions: 1,
      notice_events: 1,
    });
  },
);
