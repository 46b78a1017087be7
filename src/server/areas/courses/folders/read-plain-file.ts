import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { m } from '../../../../messages/messages.js';
import { FileFaults } from './read-yaml.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** A text file of a folder: no link that could lead out of it, not too large, and what a text may hold. */
export async function readPlainFile(directory: string, name: string, most = MAX_FILE_BYTES): Promise<string> {
  const path = join(directory, name);
  const stats = await lstat(path).catch(() => null);
  if (!stats) throw new FileFaults([m.reports_is_missing()]);
  if (!stats.isFile()) throw new FileFaults([m.reports_must_be_a_regular_file()]);
  if (stats.size > most) throw new FileFaults([m.reports_is_larger_than({ size: sizeOf(most) })]);
  const text = decode(await readFile(path));
  if (text === null || text.includes('\0')) throw new FileFaults([m.reports_is_not_utf8()]);
  return text.replace(/\r\n/g, '\n');
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.round(bytes / 1024);
  return kilobytes < 1024
    ? m.reports_kilobytes({ number: kilobytes })
    : m.reports_megabytes({ number: Math.round(kilobytes / 1024) });
}

/** Without a byte order mark; null when the bytes are no UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
