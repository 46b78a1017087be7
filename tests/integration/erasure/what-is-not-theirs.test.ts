import { expect } from 'vitest';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { register } from '#server/areas/accounts/registration/register';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { databaseState } from '#tests/attack/requests/database-state';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';

const OWNER = 'grace@hopper.test';

test.for(['an administrator removes it', 'it is due'])(
  'an account with an address that nobody confirmed leaves what the owner of that address sent and got: %s',
  async (how, { ownDb }) => {
    const { as, services } = await openVerbs(ownDb);
    const now = services.clock.now();
    const password = 'a quiet sentence';
    await register(services, as('visitor'), {
      name: 'Zebulon Pike',
      email: OWNER,
      password,
      confirmPassword: password,
    });
    const { id } = await ownDb.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', OWNER)
      .executeTakeFirstOrThrow();
    await ownDb.kysely
      .insertInto('contact_messages')
      .values({ name: 'Grace', email: OWNER, message: 'I have a question' })
      .execute();
    await ownDb.kysely
      .insertInto('billing_requests')
      .values({
        kind: 'withdrawal',
        name: 'Grace',
        email: OWNER,
        statement: 'I withdraw',
        received_at: now,
        state: 'open',
      })
      .execute();
    await ownDb.kysely
      .insertInto('mail_outbox')
      .values({
        event_key: 'request:1',
        template: 'contract-declared',
        recipient: OWNER,
        props: JSON.stringify({ name: 'Grace', statement: 'I withdraw' }),
      })
      .execute();
    await ownDb.kysely
      .insertInto('mail_suppressions')
      .values({ address: OWNER, reason: 'bounce', detail: '550', reported_at: now })
      .execute();
    if (how === 'it is due') {
      await ownDb.kysely.updateTable('users').set({ erase_at: now }).where('id', '=', id).execute();
      expect(await eraseDueAccounts(services)).toBe(1);
    } else await removeUser(services, as('admin'), { id });
    const left = JSON.stringify(await databaseState(ownDb));
    for (const trace of [id, 'Zebulon Pike', 'confirm-email']) expect(left).not.toContain(trace);
    expect(await ownDb.kysely.selectFrom('contact_messages').select('email').execute()).toEqual([
      { email: OWNER },
    ]);
    expect(
      await ownDb.kysely.selectFrom('billing_requests').select(['name', 'email', 'statement']).execute(),
    ).toEqual([{ name: 'Grace', email: OWNER, statement: 'I withdraw' }]);
    expect(
      await ownDb.kysely
        .selectFrom('mail_outbox')
        .select('event_key')
        .where('recipient', '=', OWNER)
        .execute(),
    ).toEqual([{ event_key: 'request:1' }]);
    expect(await ownDb.kysely.selectFrom('mail_suppressions').select('address').execute()).toEqual([
      { address: OWNER },
    ]);
  },
);
