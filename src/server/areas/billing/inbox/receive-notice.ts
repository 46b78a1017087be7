import { notify } from '#server/db/notify';
import type { Services } from '#server/services';
import { BILLING_CHANNEL } from '../billing-channel.ts';
import { insertNotice } from './inbox-sql.ts';

/** Keeps a notice of the provider; false when its signature does not hold. Answered only after it is stored. */
export async function receiveNotice(
  { clock, db, payments }: Services,
  body: Uint8Array,
  signature: string,
): Promise<boolean> {
  const now = clock.now();
  const notice = payments?.readNotice(body, signature, now);
  if (!payments || !notice) return false;
  await db.transaction(async (trx) => {
    if (await insertNotice(trx, payments.name, notice, now)) await notify(trx, BILLING_CHANNEL);
  });
  return true;
}
