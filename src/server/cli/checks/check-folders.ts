import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#server/config';
import { freeBytes, RESERVE_BYTES } from '#server/db/embedded/disk-watch';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** The data folder, what is in it, and the room on its disk. A folder that is not there yet must be possible. */
export function checkFolders(
  { dataDir, s3, smtpUrl }: Config,
  free: typeof freeBytes = freeBytes,
): Finding[] {
  const folders = [
    writable('data folder', dataDir),
    ...(s3 ? [] : [writable('uploads', join(dataDir, 'uploads'))]),
    ...(smtpUrl ? [] : [writable('outbox', join(dataDir, 'outbox'))]),
    secrets(join(dataDir, 'secrets')),
  ];
  return [...folders, room(dataDir, free)];
}

function writable(name: string, folder: string): Finding {
  const what = `${name} ${folder}`;
  try {
    const nearest = nearestEntry(folder);
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is a file`);
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(nearest === folder ? what : `${what}, created when needed`);
  } catch (error) {
    return fault(
      `${what}: ${reasonOf(error)}`,
      'give the user that runs Lectern write permission, or set DATA_DIR to another folder',
    );
  }
}

function secrets(folder: string): Finding {
  try {
    const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    const kept = files.filter((file) => file.includes('auth-secret.before-restore'));
    if (kept.length > 0)
      return fault(
        `secrets: a restore was interrupted; ${kept.join(', ')}: the key from before it`,
        'run the restore again with --replace. If the database is as it was before and you want to keep it, move this file to auth-secret instead',
      );
    const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
    return open.length === 0
      ? ok(`secrets ${folder}${files.length === 0 ? ', created on first start' : ''}`)
      : fault(`secrets: other users can read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`);
  } catch (error) {
    return fault(`secrets: ${reasonOf(error)}`, 'run doctor as the user that runs Lectern');
  }
}

function room(dataDir: string, free: typeof freeBytes): Finding {
  const postgres = join(dataDir, 'postgres');
  const bytes = free(nearestEntry(dataDir), ...(existsSync(postgres) ? [postgres] : []));
  const what = `disk: ${Math.floor(bytes / 1024 ** 2)} MB free`;
  return bytes >= RESERVE_BYTES
    ? ok(what)
    : fault(what, `free up at least ${RESERVE_BYTES / 1024 ** 2} MB; below that, Lectern becomes read-only`);
}

function nearestEntry(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestEntry(dirname(path));
}
