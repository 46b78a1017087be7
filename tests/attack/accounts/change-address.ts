import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { undoAddress } from '#server/areas/accounts/address/undo-address';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { insertUser, setPasswordHash } from '#server/areas/accounts/sql';
import { type Account, PASSWORD, type signedInCaller } from '#tests/kit/accounts';
import { failureOf } from '#tests/kit/verbs';

export const NEXT = 'ada@analytical.test';
export type Signed = Awaited<ReturnType<typeof signedInCaller>>;

/** The token of the newest mail of this kind to this address. */
export async function tokenOf({ services }: Account, recipient: string, template: string): Promise<string> {
  const rows = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .orderBy('created_at')
    .execute();
  const { link } = (rows.at(-1)?.props ?? { link: '' }) as { link: string };
  return new URL(link).searchParams.get('token') ?? '';
}
export const mailsOf = async ({ services }: Account) =>
  (
    await services.db.kysely
      .selectFrom('mail_outbox')
      .select(['recipient', 'template'])
      .orderBy('created_at')
      .orderBy('template')
      .execute()
  ).map(({ recipient, template }) => `${template} to ${recipient}`);
export const emailOf = async ({ id, services }: Account) =>
  (await services.db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())
    ?.email;
export const ask = ({ services }: Account, { caller }: Signed, email = NEXT) =>
  failureOf(requestAddress(services, caller, { email }));
export const confirm = ({ services }: Account, { caller }: Signed, token: string) =>
  failureOf(confirmAddress(services, caller, { token }));
export const undo = ({ as, services }: Account, token: string) =>
  failureOf(undoAddress(services, as('visitor'), { token }));

export async function change(school: Account, session: Signed, to = NEXT): Promise<void> {
  expect(await ask(school, session, to)).toEqual({ done: true });
  const token = await tokenOf(school, to, 'address-confirm');
  expect(await confirm(school, session, token)).toMatchObject({ email: to });
}

/** Another account with this address. */
export async function makeOther({ services }: Account, email: string, verified: boolean): Promise<string> {
  const hash = await hashPassword(PASSWORD);
  return services.db.transaction(async (trx) => {
    const user = await insertUser(trx, { name: 'Other', email, email_verified: verified });
    if (!user) throw new Error('taken');
    await setPasswordHash(trx, user.id, hash, services.clock.now());
    return user.id;
  });
}
