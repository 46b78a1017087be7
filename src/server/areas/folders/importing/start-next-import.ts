import type { Services } from '#server/services';
import { claimFolderImport } from './folder-import-sql.ts';
import { deadSince } from './to-folder-import.ts';

/**
 * Begins with the check or import that waits longest, one at a time in the school. It goes on by itself: nobody waits for it
 * when a process ends.
 */
export async function startNextImport(services: Services): Promise<void> {
  const now = services.clock.now();
  const row = await claimFolderImport(services.db.kysely, { now, deadSince: deadSince(now) });
  if (!row) return;
  // What reads folders is large, and most schools never import one.
  const { carryOut } = await import('./carry-out.ts');
  void carryOut(services, row);
}
