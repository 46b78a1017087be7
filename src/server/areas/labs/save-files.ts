import type { Transaction } from 'kysely';
import type { LabFiles } from '#domain/labs/lab-spec';
import { refusedFile } from '#domain/labs/own-files';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openLab } from './open-lab.ts';
import { type LabRow, selectKnownPaths, selectWork, upsertWork } from './sql.ts';
import { toWork } from './to-work.ts';

interface Based {
  readonly id: string;
  readonly baseVersion: number;
}

/**
 * Saves the caller's own files in a lab; like notes it is in no audit log. Fails as opening the lab does, with
 * LAB_FILE_REFUSED for a new file that the lab doesn't take, and with VERSION_CONFLICT and the work that is there when
 * another page saved meanwhile.
 */
export async function saveFiles(
  services: Services,
  caller: Caller,
  { baseVersion, files, id }: Based & { files: LabFiles },
): Promise<{ version: number }> {
  const lab = await openLab(services, caller, { id });
  const { userId } = lab;
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    await refuseFiles(trx, lab, { files, sectionId: id });
    return keepWork(trx, lab, { userId, sectionId: id, files, baseVersion, now });
  });
}

/** Puts the files back that one starts with. Fails as saving does. */
export async function resetFiles(
  services: Services,
  caller: Caller,
  { baseVersion, id }: Based,
): Promise<{ files: LabFiles; version: number }> {
  const lab = await openLab(services, caller, { id });
  const { files, userId } = lab;
  const now = services.clock.now();
  const { version } = await services.db.transaction((trx) =>
    keepWork(trx, lab, { userId, sectionId: id, files, baseVersion, now }),
  );
  return { files, version };
}

async function refuseFiles(
  trx: Transaction<DB>,
  { files: start, spec, userId }: LabRow & { userId: string },
  { files, sectionId }: { files: LabFiles; sectionId: string },
): Promise<void> {
  // What was taken before is asked for only when it decides.
  if (refusedFile(files, { known: Object.keys(start), spec }) === null) return;
  const known = await selectKnownPaths(trx, { sectionId, userId });
  const refused = refusedFile(files, { known, spec });
  if (refused !== null) throw new Failure('LAB_FILE_REFUSED', { fields: { [`files.${refused}`]: refused } });
}

async function keepWork(
  trx: Transaction<DB>,
  lab: LabRow,
  work: Parameters<typeof upsertWork>[1],
): Promise<{ version: number }> {
  const version = await upsertWork(trx, work);
  if (version !== undefined) return { version };
  throw new Failure('VERSION_CONFLICT', { data: { current: toWork(lab, await selectWork(trx, work)) } });
}
