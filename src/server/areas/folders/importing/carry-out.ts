import type { ErrorCode } from '#contract/errors';
import { FileRefused } from '#server/areas/banks/formats/file-refused';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import type { ImportProgress } from '#server/areas/courses/folders/import-course';
import { openProof } from '#server/areas/courses/labs/prove-lab';
import { selectUpload } from '#server/areas/media/uploads/upload-sql';
import { errorCodeOf } from '#server/db/constraints';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { endFolderImport, type FolderImportRow, touchFolderImport } from './folder-import-sql.ts';
import { type FolderReports, ImportStopped, importFolders, rehearseImport } from './import-folders.ts';
import { BEAT_MS, faultsOf, reportOf } from './to-folder-import.ts';
import { withUnpacked } from './with-unpacked.ts';

const NOTHING: FolderReports = { banks: [], courses: [] };

/** Checks or imports as the row says; what comes of it is written there. Never fails. */
export async function carryOut(services: Services, row: FolderImportRow): Promise<void> {
  const caller = ownerOf(row);
  const { clock, db, judge, log } = services;
  const run = { ownerId: row.owner_id, startedAt: row.started_at };
  let progress: ImportProgress = { done: 0, total: 0 };
  const reportProgress = () =>
    void touchFolderImport(db.kysely, run, { ...progress, now: clock.now() }).catch((error: Error) =>
      log.warn({ message: error.message }, 'the progress of an import was not written'),
    );
  const beat = setInterval(reportProgress, BEAT_MS);
  const onProgress = (now: ImportProgress) => {
    progress = now;
    reportProgress();
  };
  const isCheck = row.state === 'checking';
  const work = isCheck ? rehearseImport : importFolders;
  const options = { force: row.force, onProgress, proof: judge && openProof(judge) };
  try {
    const upload = await selectUpload(db.kysely, { id: row.upload_id, ownerId: row.owner_id });
    if (!upload) throw new Failure('FOLDER_IMPORT_NOT_FOUND');
    const reports = await withUnpacked(services, upload, (directory) =>
      work(services, caller, directory, options),
    );
    const end = { state: isCheck ? 'checked' : 'imported', report: reportOf(reports) } as const;
    await db.transaction(async (trx) => {
      await endFolderImport(trx, run, { ...end, now: clock.now() });
      if (!isCheck) await trx.deleteFrom('media_uploads').where('id', '=', upload.id).execute();
    });
  } catch (error) {
    const cause = error instanceof ImportStopped ? error.cause : error;
    const faults = faultsIn(cause);
    if (!faults) log.error({ message: String(cause) }, 'an import of course folders failed');
    const { items } = reportOf(error instanceof ImportStopped ? error.reports : NOTHING);
    const report = { ...faultsOf(faults ?? [failureWords(errorCodeOf(cause))]), items };
    const end = { state: 'failed', report } as const;
    await endFolderImport(db.kysely, run, { ...end, now: clock.now() }).catch((lost: Error) =>
      log.error({ message: lost.message }, 'the end of an import was not written'),
    );
  } finally {
    clearInterval(beat);
  }
}

/** Who asked; whether they still administer the school was asked when the import was claimed. */
function ownerOf({ ip_address, owner_id, request_id }: FolderImportRow): Caller {
  return {
    viewer: {
      kind: 'member',
      userId: owner_id,
      sessionId: 'folder-import',
      name: '',
      email: '',
      tier: 'premium',
      isAdmin: true,
      avatarUrl: null,
      twoFactorEnabled: false,
    },
    ipAddress: ip_address,
    userAgent: '',
    requestId: request_id,
  };
}

/** What can stop an import while others work in the school, or while it has no room. */
const FAILURES: Partial<Readonly<Record<ErrorCode, () => string>>> = {
  SLUG_TAKEN: m.errors_slug_taken_description,
  VERSION_CONFLICT: m.imports_somebody_else_saved_meanwhile,
  FOLDER_IMPORT_NOT_FOUND: m.errors_folder_import_not_found_description,
  DATABASE_UNAVAILABLE: m.errors_database_unavailable_description,
  DISK_FULL: m.errors_disk_full_description,
};

function failureWords(code: ErrorCode | null): string {
  return ((code && FAILURES[code]) ?? m.errors_internal_description)();
}

/** What stopped an import, in words for who packed the file; null: it is no fault of theirs. */
function faultsIn(error: unknown): readonly string[] | null {
  if (error instanceof FolderError) return error.faults;
  if (error instanceof FileRefused) return [error.message];
  if (error instanceof Failure) return [failureWords(error.code), ...Object.values(error.fields)];
  return null;
}
