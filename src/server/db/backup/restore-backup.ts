import type pg from 'pg';
import { migrate } from '#server/db/migrating/migrate';
import { type Migration, readMigrations } from '#server/db/migrating/read-migrations';
import { takeDatabaseAlone } from '#server/db/presence';
import type { Storage } from '#server/platform/storage';
import { BackupError, sentenceOf } from './backup-error.ts';
import { readMigrationState, readTables, setNeutralFormats } from './catalogue.ts';
import type { Key } from './decrypt-bytes.ts';
import { describeUse } from './describe-use.ts';
import type { Manifest } from './layout.ts';
import { Load } from './load.ts';
import { openClient } from './open-client.ts';
import { commitRestore, UnknownOutcome } from './restoring/commit-restore.ts';
import { setSequences } from './set-sequences.ts';
import { type Verified, verifyBackup } from './verify-backup.ts';
import { withoutKeys } from './without-keys.ts';

/** What the product calls a backup from before an upgrade, also where it was fetched. */
const UPGRADE_NAME = /\bupgrade-\d{8}T\d{6}Z\.backup$/;

/** The key of the backup, in the place of ours. */
export interface SecretInPlace {
  /** File that has ours meanwhile; null: the database has it, or there was none. */
  readonly kept: string | null;
  readonly putBack: () => Promise<void>;
  /** Forgets ours. */
  readonly forget: () => Promise<void>;
}

/** What was restored. */
export interface Restored extends Manifest {
  /** What of the school before couldn't be removed afterwards; null: nothing is left. */
  readonly warning: string | null;
}

export interface RestoreOptions {
  readonly connection: pg.ClientConfig;
  readonly storage: Storage;
  readonly file: string;
  /** Opens a file that is encrypted. */
  readonly key?: Key;
  /** Whether a school that is in use may be emptied for it. */
  readonly replaces: boolean;
  /** Version of this product. */
  readonly version: string;
  /** Puts the key of the backup in the place of ours, in the transaction of this client or beside it. */
  readonly replaceSecret: (secret: string, client: pg.Client) => Promise<SecretInPlace>;
  /** Told a line for each step. */
  readonly say: (line: string) => void;
  /** Ends it before its last step, with nothing changed. */
  readonly signal?: AbortSignal;
  /** How often it is asked what became of a commit whose answer was lost. */
  readonly asking?: Parameters<typeof commitRestore>[2];
}

/**
 * Puts a backup in the place of an empty school, in one transaction: all of it or nothing. The file is read to its end
 * first. Throws a BackupError, or an Error that names the processes that use the database.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, key, say, signal } = options;
  const verified = await verifyBackup(file, key, signal);
  say(`${file} is complete: created ${verified.manifest.madeAt} by Lectern ${verified.manifest.version}`);
  const own = await readMigrations();
  refuseOtherState(verified.manifest, own, options);
  const client = await openClient(options.connection, 'a restore');
  try {
    await takeDatabaseAlone(client);
    await refuseNewer(client, own);
    const isUsed = await refuseUsed(client, options);
    const migrated = await migrate(options.connection);
    const isUpdated = isUsed && migrated.length > 0;
    if (isUpdated)
      say(`updated the tables of the school in this database for this version: ${migrated.join(', ')}`);
    const before = await replaceEverything(client, verified, options).catch((error: unknown) => {
      throw isUpdated ? afterUpdate(error) : error;
    });
    return { ...verified.manifest, warning: await removeRest(before, options) };
  } finally {
    await client.end();
  }
}

/** Of a backup from before an upgrade, the version that made it is the one after it: that can't restore it. */
function refuseOtherState(
  { migrations, version }: Manifest,
  own: readonly Migration[],
  { file, version: ownVersion }: RestoreOptions,
): void {
  const state = (list: readonly { name: string; sha256: string }[]) =>
    list.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n');
  if (state(migrations) === state(own)) return;
  const made = `This backup was created by Lectern ${version} with its database at ${migrations.at(-1)?.name ?? 'nothing'}; this is Lectern ${ownVersion} at ${own.at(-1)?.name ?? 'nothing'}.`;
  const advice = UPGRADE_NAME.test(file)
    ? `It's from before the upgrade to that version. Restore it with the version that ran before that upgrade; see "Rollback" in docs/deploy.md.`
    : 'Restore it with the version that created it, then upgrade.';
  throw new BackupError(`${made} ${advice} Nothing was changed.`);
}

/** Its tables aren't those of the backup, and migrations only go forward. */
async function refuseNewer(client: pg.Client, own: readonly Migration[]): Promise<void> {
  const known = new Set(own.map(({ name }) => name));
  const newer = (await readMigrationState(client)).find(({ name }) => !known.has(name));
  if (newer)
    throw new BackupError(
      `This database was created by a newer version of Lectern: it has ${newer.name}. This version can't restore into it, even with --replace. Restore into an empty database; see "Rollback" in docs/deploy.md. Nothing was changed.`,
    );
}

/** Answers whether there is a school in it. */
async function refuseUsed(client: pg.Client, { replaces }: RestoreOptions): Promise<boolean> {
  const use = await describeUse(client);
  if (use !== null && !replaces)
    throw new BackupError(
      `This database already contains a school (${use}). Restore into an empty database, or add --replace to delete the existing data first. Nothing was changed.`,
    );
  return use !== null;
}

/** What is in the way of the restored school afterwards. */
interface Rest {
  /** Files that only the school before has. */
  readonly files: readonly string[];
  readonly secret: SecretInPlace;
}

async function replaceEverything(
  client: pg.Client,
  verified: Verified,
  options: RestoreOptions,
): Promise<Rest> {
  const before = new Set<string>();
  for await (const key of options.storage.list()) before.add(key);
  const files = new Set<string>();
  let secret: SecretInPlace | null = null;
  // A statement can take minutes.
  const hangUp = () => void client.end();
  options.signal?.addEventListener('abort', hangUp, { once: true });
  try {
    // Rows can be frozen only where nobody's earlier view has to be kept.
    await client.query('begin isolation level read committed');
    await setNeutralFormats(client);
    await refuseOtherTables(client, verified.manifest);
    const load = new Load(client, verified, options.storage, files);
    const theirs = await withoutKeys(client, verified.manifest.tables, () => load.run(options));
    await setSequences(client, verified.contents.sequences);
    options.signal?.removeEventListener('abort', hangUp);
    options.signal?.throwIfAborted();
    secret = await options.replaceSecret(theirs, client);
    await commitRestore(client, options.connection, options.asking);
  } catch (error) {
    if (error instanceof UnknownOutcome) throw bothKept(error, secret?.kept ?? null);
    await client.query('rollback').catch(() => undefined);
    await secret?.putBack();
    for (const key of files) if (!before.has(key)) await options.storage.remove(key);
    if (secret === null) options.signal?.throwIfAborted();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The restore failed, and the database is unchanged: ${sentenceOf(error)}`, {
      cause: error,
    });
  } finally {
    options.signal?.removeEventListener('abort', hangUp);
  }
  return { files: [...before].filter((key) => !files.has(key)), secret };
}

/** The school is restored, whatever happens here. Answers what to say about what stays. */
async function removeRest(
  { files, secret }: Rest,
  { replaces, storage }: RestoreOptions,
): Promise<string | null> {
  try {
    await secret.forget();
    if (replaces) for (const key of files) await storage.remove(key);
    // The database is ours alone, so nobody is writing a file: what is unfinished is of a process that was killed.
    await storage.removeUnfinished(new Date());
    return null;
  } catch (error) {
    return `Something of the school before couldn't be removed: ${sentenceOf(error)}`;
  }
}

/** What a failed restore says where migrations ran before it. */
function afterUpdate(error: unknown): BackupError {
  const said = sentenceOf(error).replace('the database is unchanged', 'every row is as it was');
  return new BackupError(
    `${said}\nBefore that, the tables of the school in this database were updated for this version: an older version can no longer use them.`,
    { cause: error },
  );
}

/** Undoing a restore that was committed would leave it without its key and its files, and the other way round. */
function bothKept(error: UnknownOutcome, kept: string | null): BackupError {
  const [key, back] =
    kept === null
      ? ['', '']
      : [
          `, and ${kept} has the key from before`,
          ` If the database turns out to be as it was and you want to keep it, move ${kept} to auth-secret.`,
        ];
  return new BackupError(
    `The database didn't answer whether the restore was completed: ${error.message}. So nothing was undone: the uploaded files of both are there${key}. When the database can be reached, restore again with --replace.${back}`,
    { cause: error },
  );
}

async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const own = await readTables(client);
  const names = (list: typeof own) => list.map(({ columns, name }) => `${name}(${columns.join()})`);
  const theirs = new Set(names(tables));
  const odd = names(own).find((name) => !theirs.has(name)) ?? names(tables).find((_, at) => at >= own.length);
  if (odd !== undefined || own.length !== tables.length)
    throw new BackupError(
      `The tables in this backup don't match this version (${odd ?? 'their number'}). Nothing was changed.`,
    );
}
