import { sql } from 'kysely';
import { securityForm } from '#contract/administration/settings';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { Caller, Services } from '#server/services';
import { holdSetting } from './sql.ts';

/** Opens administration from every address and without a second factor: the way back in for who is shut out. */
export async function allowEverywhere({ db, settings }: Services, caller: Caller): Promise<boolean> {
  authorise(canAdminister(caller.viewer));
  const wasClosed = await db.transaction(async (trx) => {
    const row = await holdSetting(trx, 'security');
    if (!row) return false;
    const before = securityForm.parse(row.value);
    const after = { ...before, allowedAddresses: [], twoFactor: false };
    await trx
      .updateTable('site_settings')
      .set({ value: JSON.stringify(after), version: sql`version + 1` })
      .where('name', '=', 'security')
      .execute();
    await recordAudit(trx, caller, {
      action: 'setting.allow-everywhere',
      entity: 'setting',
      entityId: 'security',
      before,
      after,
    });
    await touchContent(trx);
    return before.allowedAddresses.length > 0 || before.twoFactor;
  });
  settings.forget();
  return wasClosed;
}
