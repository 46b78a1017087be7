import { sql, type Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { holdAccount } from './address-sql.ts';
import { authOf } from './auth.ts';
import { checkPassword } from './check-password.ts';
import { libraryHeaders, orFail } from './library.ts';
import { signedIn } from './signed-in.ts';

interface Enrolment {
  readonly totpUri: string;
  readonly secret: string;
  readonly qrCodeSvg: string;
  readonly backupCodes: string[];
}

/** Begins to enable the second factor: it counts only after a first code (confirm-two-factor). */
export async function startTwoFactor(
  services: Services,
  caller: Caller,
  { password }: { password: string },
  reqHeaders: Headers,
): Promise<Enrolment> {
  const member = signedIn(caller);
  if (member.twoFactorEnabled) throw new Failure('TWO_FACTOR_ALREADY_ON');
  await checkPassword(services, caller, password, 'password');
  const call = authOf(services).api.enableTwoFactor({
    body: { password, method: 'totp' },
    headers: libraryHeaders(caller, reqHeaders),
  });
  const enrolment = await orFail(call, () => new Failure('WRONG_PASSWORD'));
  if (enrolment.method !== 'totp') throw new Failure('TWO_FACTOR_OFF');
  const { backupCodes, totpURI } = enrolment;
  await services.db.transaction(async (trx) => {
    await keepOneSecret(trx, member.userId);
    await recordAudit(trx, caller, {
      action: 'account.start-two-factor',
      entity: 'user',
      entityId: member.userId,
    });
  });
  const { renderSVG } = await import('uqr');
  return {
    totpUri: totpURI,
    secret: new URL(totpURI).searchParams.get('secret') ?? '',
    qrCodeSvg: renderSVG(totpURI, { border: 2 }),
    backupCodes,
  };
}

/** Requests of the same moment each wrote a secret: one stays, or a code might be compared with the other. */
async function keepOneSecret(trx: Transaction<DB>, userId: string): Promise<void> {
  await holdAccount(trx, userId);
  await sql`
    delete from two_factor where user_id = ${userId}
      and id <> (select id from two_factor where user_id = ${userId} order by id desc limit 1)`.execute(trx);
}
