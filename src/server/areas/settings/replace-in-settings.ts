import { sql, type Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { selectNaming, selectSetting } from './sql.ts';

/** Has every setting that names a file name another one. Answers how many; the caller notifies the processes that keep settings. */
export async function replaceInSettings(
  trx: Transaction<DB>,
  caller: Caller,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  let count = 0;
  for (const name of await selectNaming(trx, from)) {
    await holdTurn(trx, `setting ${name}`);
    const before = (await selectSetting(trx, name))?.value;
    const written = JSON.stringify(before ?? null).replaceAll(from, to);
    await trx
      .updateTable('site_settings')
      .set({ value: written, version: sql<number>`version + 1`, updated_at: now })
      .where('name', '=', name)
      .execute();
    const after: unknown = JSON.parse(written);
    await recordAudit(trx, caller, {
      action: 'setting.save',
      entity: 'setting',
      entityId: name,
      before,
      after,
    });
    count += 1;
  }
  return count;
}
