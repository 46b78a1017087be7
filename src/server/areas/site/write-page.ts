import type { Transaction } from 'kysely';
import { type EditedPage, type EditedPageName, MOST_HTML, type PageContent, TOO_LONG } from '#contract/pages';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller } from '#server/services';
import { DEFAULTS_WRITTEN } from './default-page.ts';
import { loadEditedPage } from './load-edited-page.ts';
import { sanitisePage } from './sanitise-page.ts';
import { insertRevision, lockPage, writePageState } from './sql.ts';

interface PageChange {
  readonly name: EditedPageName;
  /** The version that the change is based on. */
  readonly version: number;
  readonly content: PageContent;
  /** The version that is saved again, when it is one. */
  readonly restoredVersion?: number;
  readonly now: Date;
}

/**
 * Saves a page with its revision, its audit row and the word that content changed. What was there before is kept as a
 * revision as well. Fails with VERSION_CONFLICT and the present page when somebody else saved meanwhile.
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
  const content = sanitised(change.content);
  const version = before.version + 1;
  await writePageState(trx, name, { version, content, savedAt: now });
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

function sanitised(content: PageContent): PageContent {
  if (content.kind !== 'html') return content;
  const html = sanitisePage(content.html);
  // Sanitising can make it longer: a lone "<" becomes "&lt;".
  if (html.length > MOST_HTML) throw new Failure('BAD_INPUT', { fields: { 'content.html': TOO_LONG } });
  return { ...content, html };
}
