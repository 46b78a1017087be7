import { type SchoolSettings, schoolForm } from '#contract/administration/settings';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import type { Saved } from './get-setting.ts';
import { forgetPictures, selectPicture } from './pictures-sql.ts';
import { saveSetting } from './save-setting.ts';

/** How long an uploaded logo waits for the settings to be saved. */
const KEPT_MS = 24 * 3600 * 1000;

/** Saves what the school is called and looks like. Fails with BAD_INPUT for a logo that was not uploaded as one. */
export async function saveSchool(
  services: Services,
  caller: Caller,
  { version, ...value }: SchoolSettings & { readonly version: number },
): Promise<Saved<SchoolSettings>> {
  authorise(canAdminister(caller.viewer));
  const names = ['logo', 'logoDark'] as const;
  const used: string[] = [];
  for (const name of names) {
    const logo = value[name];
    if (logo === null) continue;
    const [, id = '', ending] = /^\/school\/(\w+)\.(\w+)$/.exec(logo.address) ?? [];
    const kept = await selectPicture(services.db.kysely, id);
    const isSame = kept?.ending === ending && kept?.width === logo.width && kept.height === logo.height;
    if (!isSame) throw new Failure('BAD_INPUT', { fields: { [name]: m.faults_upload_this_logo_again() } });
    used.push(id);
  }
  const before = new Date(services.clock.now().getTime() - KEPT_MS);
  return saveSetting(
    services,
    caller,
    { name: 'school', form: schoolForm, version, value },
    async (trx) => void (await forgetPictures(trx, { before, except: used })),
  );
}
