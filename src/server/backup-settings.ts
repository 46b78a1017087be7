import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import type { BackupRetention } from '#domain/backups/retention';
import { readS3Url, type S3Settings } from './s3-url.ts';
import { onOrOff } from './setting-shapes.ts';

/** Where backups are kept. */
export type BackupAddress =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'bucket'; readonly s3: S3Settings };

/** How the school is backed up by itself. */
export interface BackupSettings {
  readonly to: BackupAddress;
  /** Folder on this machine: the same one, or one in the data folder where `to` is a bucket. */
  readonly folder: string;
  /** "03:00", in UTC; undefined: not by schedule. */
  readonly at: string | undefined;
  /** Whether somebody set where or when: an administrator may then ask for a backup. */
  readonly isOn: boolean;
  readonly keep: BackupRetention;
  /** Public keys of age that backups are encrypted for; none: the passphrase, if there is one. */
  readonly recipients: readonly string[];
  /** Whether an embedded database is backed up before an upgrade changes it. */
  readonly beforeUpgrade: boolean;
}

/** Short ones are guessed: with the file, guesses are unlimited. */
export const SHORTEST_PASSPHRASE = 12;

const KEEP = 'BACKUP_KEEP must say how many daily, weekly, and monthly backups are kept, such as 7,4,6';
const RECIPIENT = /^age1[a-z0-9]{20,}$/;

/** The variables of backups, for the environment's schema. */
export const backupVariables = {
  BACKUP_TO: z.string().transform(readAddress).optional(),
  BACKUP_AT: z
    .string()
    .regex(
      /^(?:off|(?:[01]\d|2[0-3]):[0-5]\d)$/,
      'BACKUP_AT must be a time of day in UTC, such as 03:00, or off',
    )
    .default('off'),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3}(?:,\d{1,3}){2}$/, KEEP)
    .transform((value) => value.split(',').map(Number))
    .refine((counts) => counts.some((count) => count > 0), KEEP)
    .default([7, 4, 6]),
  BACKUP_RECIPIENTS: z
    .string()
    .transform((value) => value.split(',').map((recipient) => recipient.trim()))
    .refine(
      (recipients) => recipients.every((recipient) => RECIPIENT.test(recipient)),
      'BACKUP_RECIPIENTS must be public keys printed by age-keygen, such as age1…, separated by commas',
    )
    .optional(),
  WAL_ARCHIVE: z
    .string()
    .regex(
      /^\/[\w./-]+$/,
      'WAL_ARCHIVE must be the path of a folder without spaces and special characters, such as /var/backups/lectern-wal',
    )
    .optional(),
  BACKUP_BEFORE_UPGRADE: onOrOff('BACKUP_BEFORE_UPGRADE').default('on'),
  LECTERN_BACKUP_PASSPHRASE: z.string().optional(),
};

type Variables = z.output<z.ZodObject<typeof backupVariables>>;

function readAddress(value: string, context: z.RefinementCtx): BackupAddress {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (isAbsolute(value)) return { kind: 'folder', path: resolve(value) };
  if (!value.startsWith('s3://'))
    return refuse(
      'BACKUP_TO must be the path of a folder, such as /var/backups/lectern, or a bucket, such as s3://KEY:SECRET@host/bucket/lectern',
    );
  try {
    return { kind: 'bucket', s3: readS3Url(value, 'BACKUP_TO') };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** What does not go together. */
export function backupFaults(set: Readonly<Record<string, string | undefined>>): string[] {
  const passphrase = set.LECTERN_BACKUP_PASSPHRASE;
  const isOn = 'BACKUP_TO' in set || (set.BACKUP_AT ?? 'off') !== 'off';
  const isLocked = 'BACKUP_RECIPIENTS' in set || passphrase !== undefined;
  const faults: string[] = [];
  if ('WAL_ARCHIVE' in set && 'DATABASE_URL' in set)
    faults.push(
      'WAL_ARCHIVE is for the embedded database: with DATABASE_URL, set archive_command on that server',
    );
  if (set.BACKUP_TO?.startsWith('s3://') && !isLocked)
    faults.push(
      'BACKUP_TO is a bucket, so backups must be encrypted: set BACKUP_RECIPIENTS or LECTERN_BACKUP_PASSPHRASE',
    );
  if (isOn && passphrase !== undefined && passphrase.length < SHORTEST_PASSPHRASE)
    faults.push(`LECTERN_BACKUP_PASSPHRASE must be at least ${SHORTEST_PASSPHRASE} characters`);
  return faults;
}

export function backupSettings(set: Variables & { readonly DATA_DIR: string }): BackupSettings {
  const own = join(resolve(set.DATA_DIR), 'backups');
  const to = set.BACKUP_TO ?? { kind: 'folder', path: own };
  const [daily = 0, weekly = 0, monthly = 0] = set.BACKUP_KEEP;
  const at = set.BACKUP_AT === 'off' ? undefined : set.BACKUP_AT;
  return {
    to,
    folder: to.kind === 'folder' ? to.path : own,
    at,
    isOn: at !== undefined || set.BACKUP_TO !== undefined,
    keep: { daily, weekly, monthly },
    recipients: set.BACKUP_RECIPIENTS ?? [],
    beforeUpgrade: set.BACKUP_BEFORE_UPGRADE === 'on',
  };
}
