import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { BackupRun } from '../backup/backup-runs-sql.ts';
import { readIfThere } from '../embedded/archive/read-if-there.ts';
import { syncDirectory } from '../embedded/database-password.ts';
import { type Mark, readMark } from './written-since.ts';

/** An upgrade that has begun and is not known to have ended. */
export interface UpgradeUnderWay {
  /** The backup from before its first migration: the only one that the version before can restore. */
  readonly run: BackupRun;
  /** Names of the migrations that the database had then. */
  readonly migrations: readonly string[];
  /** Whom the backup is encrypted for, in order; left out: for nobody, or an earlier build noted it. */
  readonly recipients?: readonly string[] | undefined;
  /** Right before the backup; left out: an earlier build noted it. */
  readonly mark?: Mark | undefined;
}

const time = z.iso.datetime().transform((text) => new Date(text));
const Stored = z.object({
  run: z.object({
    startedAt: time,
    finishedAt: time,
    file: z.string(),
    bytes: z.number(),
    isEncrypted: z.boolean(),
    version: z.string(),
  }),
  migrations: z.array(z.string()),
  recipients: z.array(z.string()).optional(),
  mark: z.object({ server: z.string(), transaction: z.string().regex(/^\d+$/) }).optional(),
});

/** Beside the embedded database: who moves that aside moves this, too. */
const fileOf = (dataDir: string) => join(dataDir, 'upgrade-under-way.json');

const ADVICE =
  "It says which backup is from before an upgrade that hasn't ended. Make it readable for the user that runs Lectern. If it's damaged, put aside the oldest of the backups of this upgrade (upgrade-….backup), which is the way back, then delete this file, and start again.";

/** Null: none is under way. */
export function findUpgrade(dataDir: string): UpgradeUnderWay | null {
  const file = fileOf(dataDir);
  const json = readIfThere(file, ADVICE);
  if (json === null) return null;
  const stored = Stored.safeParse(json);
  if (!stored.success) throw new Error(`Can't read ${file} (it has another form). ${ADVICE}`);
  return stored.data;
}

/** Complete or not at all, and there after a loss of power: what is migrated next can't be told from an older upgrade otherwise. */
export function rememberUpgrade(dataDir: string, upgrade: UpgradeUnderWay): void {
  const file = fileOf(dataDir);
  // One upgrades at a time: what one that was killed here has left is written over.
  const unfinished = `${file}.new`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(descriptor, JSON.stringify(upgrade));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
  syncDirectory(dataDir);
}

export function forgetUpgrade(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/**
 * Whether this is the server that it upgrades, as far as it says: another may be in the place of a database that was moved aside
 * without this file. What it says is nothing about that one.
 */
export async function isOfServer(client: pg.Client, { mark }: UpgradeUnderWay): Promise<boolean> {
  return mark === undefined || mark.server === (await readMark(client)).server;
}

/** Whether it has changed the database, which has these migrations now: no other backup is a way back any more. */
export function hasChanged({ migrations }: UpgradeUnderWay, applied: readonly string[]): boolean {
  const now = new Set(applied);
  return migrations.every((name) => now.has(name)) && now.size > migrations.length;
}

/** Whether the database still has, or has again, the migrations from before it. */
export function isUnchanged({ migrations }: UpgradeUnderWay, applied: readonly string[]): boolean {
  return migrations.join() === applied.join();
}
