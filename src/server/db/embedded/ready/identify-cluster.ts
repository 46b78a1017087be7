import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_OFFSET, LOG_OFFSET } from '../archive/control-file.ts';
import { LOG_FILE } from './cluster-archive.ts';

const CASTAGNOLI = 0x82f63b78;
const MAX_CONTROL_BYTES = 512;

/**
 * Gives a stopped cluster an identifier of its own, by which logs and copies of one cluster are told from those of another.
 * Throws when its files aren't as expected.
 */
export function identifyCluster(cluster: string): void {
  const path = join(cluster, 'global', 'pg_control');
  const control = readFileSync(path);
  const before = control.readBigUInt64LE(CONTROL_OFFSET);
  const sum = offsetOfSum(control);
  // As the server makes one: the time in its upper half.
  const identifier = (BigInt(Math.floor(Date.now() / 1000)) << 32n) | BigInt(randomBytes(4).readUInt32LE());
  control.writeBigUInt64LE(identifier, CONTROL_OFFSET);
  control.writeUInt32LE(castagnoli(control.subarray(0, sum)), sum);
  const folder = join(cluster, 'pg_wal');
  for (const name of readdirSync(folder).filter((each) => LOG_FILE.test(each))) {
    const file = join(folder, name);
    const log = readFileSync(file);
    if (log.readBigUInt64LE(LOG_OFFSET) !== before) throw new Error(`${name} has an unknown form`);
    log.writeBigUInt64LE(identifier, LOG_OFFSET);
    writeFileSync(file, log);
  }
  writeFileSync(path, control);
}

/** The control file ends with a checksum of what stands before it. */
function offsetOfSum(control: Buffer): number {
  for (let offset = 8; offset < MAX_CONTROL_BYTES; offset += 4)
    if (control.readUInt32LE(offset) === castagnoli(control.subarray(0, offset))) return offset;
  throw new Error('the control file of the database has an unknown form');
}

/** CRC-32C. */
export function castagnoli(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? CASTAGNOLI : 0);
  }
  return ~sum >>> 0;
}
