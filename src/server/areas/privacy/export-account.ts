import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { endingOf } from '#domain/exams/kinds/file/file-kinds';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { type Block, readParts } from '#server/areas/media/blocks/block-file';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { openZip, type SentZip } from '#server/zip/sent-zip';
import { beginCopy } from './begin-copy.ts';
import { EXPORT_TABLES, selectOwnFiles } from './export-sql.ts';
import { makeCopyFolder } from './make-copy-folder.ts';
import { spoolTables } from './spool-tables.ts';

/**
 * Everything about the caller in one zip: each table as JSON and as CSV, the uploaded files, and a README that says what
 * is what. Large tables wait in a folder of their own, which goes with the download. Audited before the first byte. Fails with
 * PROOF_REQUIRED, and with EXPORT_RUNNING until an earlier one is over.
 */
export async function exportAccount(
  services: Services,
  caller: Caller,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const endCopy = beginCopy(userId);
  try {
    await services.db.transaction((trx) =>
      recordAudit(trx, caller, { action: 'account.export', entity: 'user', entityId: userId }),
    );
    const now = services.clock.now();
    const name = `lectern-my-data-${now.toISOString().slice(0, 10)}`;
    resHeaders.set('content-type', 'application/zip');
    resHeaders.set('content-disposition', `attachment; filename="${name}.zip"`);
    return await openCopy(services, userId, { now, endCopy });
  } catch (error) {
    endCopy();
    throw error;
  }
}

async function openCopy(
  services: Services,
  userId: string,
  { endCopy, now }: { now: Date; endCopy: () => void },
): Promise<ReadableStream<Uint8Array>> {
  const zip = await openZip(now);
  const folder = await makeCopyFolder();
  const filled = fill(services, userId, { zip, now, folder }).then(zip.end, (error: Error) => {
    services.log.error({ message: error.message }, 'the export of an account failed');
    zip.fail(error);
  });
  void Promise.all([filled, zip.closed])
    .finally(endCopy)
    .then(() => rm(folder, { recursive: true, force: true }));
  return zip.stream;
}

interface Target {
  readonly zip: SentZip;
  readonly now: Date;
  readonly folder: string;
}

async function fill({ db, storage }: Services, userId: string, { folder, now, zip }: Target): Promise<void> {
  zip.addText('README.txt', readme(now));
  for (const file of await spoolTables(db, userId, folder)) {
    const name = `${file.name.split('.').at(-1)}/${file.name}`;
    if ('path' in file) void zip.addSource(name, () => createReadStream(file.path));
    else zip.addText(name, file.content);
  }
  // Each is read when it is its turn, not before.
  const { pictures, submitted } = await selectOwnFiles(db.kysely, userId);
  for (const { id, kind } of pictures)
    void zip.addSource(`files/${kind}-${id}.webp`, async () => {
      const bytes = await storage.get(`${id}.webp`);
      return Readable.from(bytes ? [Buffer.from(bytes)] : []);
    });
  for (const { bytes, id, name } of submitted)
    void zip.addSource(`files/exam-${id}.${endingOf(name)}`, () =>
      openSubmitted(storage, { key: `${id}.upload`, bytes }),
    );
}

/** A file that was handed in, of which a slow download holds a part in memory only; nothing where the store has lost it. */
async function openSubmitted(storage: Services['storage'], file: Block): Promise<Readable> {
  if (!(await storage.get(file.key, { start: 0, end: 0 }))) return Readable.from([]);
  return Readable.from(readParts(storage, [file], { start: 0, end: file.bytes - 1 }));
}

function readme(now: Date): string {
  const lines = Object.values(EXPORT_TABLES).map(({ about, file }) => `  ${file.padEnd(24)}${about}`);
  return [
    `Everything this school stores about you, as of ${now.toISOString()}.`,
    '',
    'Each table is in json/ and, with the same columns, in csv/. Times are in UTC.',
    '',
    ...lines,
    '',
    'files/ contains the files you uploaded. Passwords, codes, and keys are not included: they are stored',
    'hashed or encrypted, so a copy would be of no use.',
    '',
  ].join('\n');
}
