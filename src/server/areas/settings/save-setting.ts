import type { z } from 'zod';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { holdTurn } from '#server/db/hold-turn';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import type { Saved } from './get-setting.ts';
import { selectSetting } from './sql.ts';

/**
 * Saves a setting; it takes effect for everybody at once, in every process. Fails with VERSION_CONFLICT and what is
 * saved when somebody else saved meanwhile. `also` runs in the same transaction.
 */
export async function saveSetting<Form extends z.ZodType>(
  { clock, db, settings }: Services,
  caller: Caller,
  wanted: {
    readonly name: string;
    readonly form: Form;
    readonly version: number;
    readonly value: z.output<Form>;
  },
  also: (trx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<void> = async () => undefined,
): Promise<Saved<z.output<Form>>> {
  authorise(canAdminister(caller.viewer));
  const { form, name, value, version } = wanted;
  await db.transaction(async (trx) => {
    // Two who save the first version at once have no row to wait for: the name itself is locked.
    await holdTurn(trx, `setting ${name}`);
    const row = await selectSetting(trx, name);
    const current = { version: row?.version ?? 0, value: form.parse(row?.value ?? {}) };
    if (current.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current } });
    const saved = { value: JSON.stringify(value), version: version + 1, updated_at: clock.now() };
    await trx
      .insertInto('site_settings')
      .values({ name, ...saved })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(saved))
      .execute();
    await also(trx);
    await recordAudit(trx, caller, {
      action: 'setting.save',
      entity: 'setting',
      entityId: name,
      before: row ? current.value : null,
      after: value,
    });
    await touchContent(trx);
  });
  settings.forget();
  return { version: version + 1, value };
}
