import { join } from 'node:path';
import type { Services } from '#server/services';

interface Folders {
  /** The built web app, with the HTML of the sample courses. */
  readonly build: string;
  /** The sample courses, as folders. */
  readonly content: string;
}

/**
 * Makes what a school cannot be without: its keys, the mode of its payments, on an empty database the sample courses, and an
 * administrator. Answers what to tell the person who started us: once, on the very first start, how to sign in.
 */
export async function prepareSchool(services: Services, folders: Folders): Promise<string | null> {
  // Made now, not at the first sign-in: a backup finds it, and a folder that cannot hold it is noticed.
  const { openSchoolKey } = await import('#server/db/school-key/open-school-key');
  await openSchoolKey(services.db.kysely, services.config);
  const { setMode } = await import('#server/areas/billing/ledger/follow-mode');
  await setMode(services);
  const { ensureSigningKey } = await import('#server/areas/certificates/credentials/ensure-signing-key');
  await ensureSigningKey(services);
  if (services.config.sampleContent) await addSamples(services, folders);
  const { firstAdministrator } = await import('#server/areas/accounts/registration/first-administrator');
  return firstAdministrator(services);
}

async function addSamples(services: Services, { build, content }: Folders): Promise<void> {
  const { isUntouched } = await import('#server/areas/courses/folders/is-untouched');
  if (!(await isUntouched(services))) return;
  const { importSamples } = await import('#server/jobs/import-samples');
  const { holdLongTurn } = await import('#server/db/hold-turn');
  // Of several processes on an empty database one imports; the others wait until it is done.
  await services.db.transaction(async (trx) => {
    await holdLongTurn(trx, 'sample content');
    if (!(await isUntouched(services))) return;
    await importSamples({ config: services.config, content, prepared: join(build, 'content-html.json') });
  });
}
