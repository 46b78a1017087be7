import type { Transaction } from 'kysely';
import type { EditedPage } from '#contract/pages';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { moveAddress } from './custom/custom-sql.ts';
import { refuseTakenSlug } from './custom/refuse-taken-slug.ts';
import { DEFAULTS_WRITTEN } from './default-page.ts';
import { loadEditedPage } from './load-edited-page.ts';
import { insertRevision, lockPage, type PreparedPage, writePageState } from './sql.ts';

interface PageChange {
  readonly name: string;
  /** The version that the change is based on. */
  readonly version: number;
  readonly page: PreparedPage;
  /** The version that is saved again, when it is one. */
  readonly restoredVersion?: number;
  readonly now: Date;
}

/**
 * Saves a page with its revision, its audit row and the word that content changed. What was there before is kept as a
 * revision as well. Fails with BAD_INPUT where the address is taken, and with VERSION_CONFLICT and the present page when somebody else saved meanwhile.
 */
export async function writePage(
  trx: Transaction<DB>,
  caller: Caller,
  change: PageChange,
): Promise<EditedPage> {
  const { name, now, restoredVersion } = change;
  await lockPage(trx, name);
  const before = await loadEditedPage(trx, name);
  if (before.version !== change.version) {
    throw new Failure('VERSION_CONFLICT', { data: { current: before } });
  }
  await insertRevision(trx, name, {
    version: before.version,
    content: before.content,
    origin: 'initial',
    savedBy: null,
    savedAt: before.savedAt === null ? DEFAULTS_WRITTEN : new Date(before.savedAt),
  });
  const { content } = change.page;
  if (content.kind === 'custom' && before.content.kind === 'custom') {
    await refuseTakenSlug(trx, content.slug, name);
    await moveAddress(trx, { id: name, from: before.content.slug, to: content.slug });
  }
  const version = before.version + 1;
  await writePageState(trx, name, { version, ...change.page, savedAt: now });
  await insertRevision(trx, name, {
    version,
    content,
    origin: restoredVersion === undefined ? 'saved' : 'restored',
    restoredVersion: restoredVersion ?? null,
    savedBy: caller.viewer.kind === 'member' ? caller.viewer.userId : null,
    savedAt: now,
  });
  const isRestore = restoredVersion !== undefined;
  await recordAudit(trx, caller, {
    action: isRestore ? 'page.restore' : 'page.update',
    entity: 'page',
    entityId: name,
    before: { version: before.version, content: before.content },
    after: { version, content, ...(isRestore && { restoredVersion }) },
  });
  await touchContent(trx);
  return loadEditedPage(trx, name);
}
