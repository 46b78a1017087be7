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
    return ok(nearest === folder ? what : `${what}, made when it is needed`);
  } catch (error) {
    return fault(
      `${what}: ${reasonOf(error)}`,
      'give the user that runs Lectern leave to write there, or set DATA_DIR to another folder',
    );
  }
}

function secrets(folder: string): Finding {
  try {
    const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
    return open.length === 0
      ? ok(`secrets ${folder}${files.length === 0 ? ', made at the first start' : ''}`)
      : fault(`secrets: others can read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`);
  } catch (error) {
    return fault(`secrets: ${reasonOf(error)}`, 'run the doctor as the user that runs Lectern');
  }
}

function room(dataDir: string, free: typeof freeBytes): Finding {
  const postgres = join(dataDir, 'postgres');
  const bytes = free(nearestEntry(dataDir), ...(existsSync(postgres) ? [postgres] : []));
  const what = `disk: ${Math.floor(bytes / 1024 ** 2)} MB free`;
  return bytes >= RESERVE_BYTES
    ? ok(what)
    : fault(what, `free at least ${RESERVE_BYTES / 1024 ** 2} MB; below that Lectern takes no changes`);
}

function nearestEntry(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestEntry(dirname(path));
}
