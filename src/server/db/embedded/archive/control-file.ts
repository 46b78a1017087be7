import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Where PostgreSQL 18 keeps the identifier of a cluster: first in its control file, and in the long head of a log file. */
export const CONTROL_OFFSET = 0;
export const LOG_OFFSET = 24;
/** The second byte of a log file, in every version. */
const LOG_MARK = 0xd1;
/** Where the control file has the timeline of the last checkpoint. */
const TIMELINE_OFFSET = 48;

interface Control {
  /** Tells this database from every other one; the copies of its files have the same. */
  readonly system: string;
  readonly timeline: number;
}

/** What the control file of a cluster says. */
export function controlOf(cluster: string): Control {
  const control = readHead(join(cluster, 'global', 'pg_control'), TIMELINE_OFFSET + 4);
  return {
    system: String(control.readBigUInt64LE(CONTROL_OFFSET)),
    timeline: control.readUInt32LE(TIMELINE_OFFSET),
  };
}

/** The database that a piece of its log says it is of; null where it is in another form, such as compressed. */
export function systemOfPiece(file: string): string | null {
  const head = readHead(file, LOG_OFFSET + 8);
  return head.readUInt8(1) === LOG_MARK ? String(head.readBigUInt64LE(LOG_OFFSET)) : null;
}

function readHead(file: string, length: number): Buffer {
  const head = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head);
  } finally {
    closeSync(descriptor);
  }
  return head;
}
