import type { Services } from '#server/services';
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
  await insertNotice(db, payments.name, notice, now);
  return true;
}
