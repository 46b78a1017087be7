import { isDated } from '#domain/backups/dated';
import { type BackupRetention, keptBackups } from '#domain/backups/retention';
import type { BackupPlace } from './places/backup-place.ts';

/** Backups from before the last upgrades: one is the way back, the others are for an upgrade that was started twice. */
const UPGRADES_KEPT = 3;

/** Removes backups that are no longer to be kept; those from before an upgrade are counted for themselves. Answers their names. */
export async function removeOldBackups(
  place: BackupPlace,
  retention: BackupRetention,
  now: Date,
): Promise<string[]> {
  const backups = await place.list();
  const school = backups.filter(({ kind }) => kind === 'school');
  const kept = keptBackups(
    school.map(({ madeAt }) => madeAt),
    retention,
    now,
  );
  const upgrades = backups.filter(({ kind }) => kind === 'upgrade');
  const old = [
    ...school.filter(({ madeAt }) => !kept.has(madeAt)),
    ...upgrades.filter(({ madeAt }) => isDated(madeAt, now)).slice(UPGRADES_KEPT),
    ...upgrades.filter(({ madeAt }) => !isDated(madeAt, now)).slice(UPGRADES_KEPT),
  ];
  for (const { name } of old) await place.remove(name);
  return old.map(({ name }) => name);
}
