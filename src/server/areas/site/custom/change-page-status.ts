import type { EditedPage } from '#contract/pages';
import { canAdminister } from '#domain/access/can-administer';
import { isUnchanged } from '#domain/courses/life-cycle';
import { nextPageStates, type PageState } from '#domain/site/page-states';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { loadEditedPage } from '../load-edited-page.ts';
import { lockPage } from '../sql.ts';
import { selectStanding, updateState } from './custom-sql.ts';

const ACTIONS: Readonly<Record<PageState, string>> = {
  draft: 'page.draft',
  scheduled: 'page.schedule',
  published: 'page.publish',
  unlisted: 'page.unlist',
};

interface Change {
  readonly name: string;
  readonly from: PageState;
  readonly fromPublishAt?: string | undefined;
  readonly to: PageState;
  readonly publishAt?: string | undefined;
}

/**
 * Publishes, schedules, or unlists a page that the school added, or makes it a draft again. Twice is once. Fails with PAGE_NOT_FOUND,
 * and with STATE_CHANGED and the present page when somebody else changed its status meanwhile.
 */
export async function changePageStatus(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { from, fromPublishAt, name: id, to, ...given }: Change,
): Promise<EditedPage> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await lockPage(trx, id);
    const before = await selectStanding(trx, id);
    if (!before) throw new Failure('PAGE_NOT_FOUND');
    const page = await loadEditedPage(trx, id);
    const now = clock.now();
    const publishAt = to === 'scheduled' && given.publishAt ? new Date(given.publishAt) : null;
    if (before.state === to && before.publish_at?.getTime() === publishAt?.getTime()) return page;
    if (!isUnchanged({ state: before.state, publishAt: before.publish_at }, { from, fromPublishAt }))
      throw new Failure('STATE_CHANGED', { data: { current: page } });
    if (!nextPageStates(from).includes(to))
      throw new Failure('BAD_INPUT', { fields: { to: m.faults_cant_follow({ value: from }) } });
    if (to === 'scheduled' && !(publishAt && publishAt > now))
      throw new Failure('BAD_INPUT', { fields: { publishAt: m.faults_must_be_in_the_future() } });
    const publishedAt = before.published_at ?? (to === 'published' ? now : null);
    await updateState(trx, id, { state: to, publishedAt, publishAt });
    await recordAudit(trx, caller, {
      action: ACTIONS[to],
      entity: 'page',
      entityId: id,
      before: { state: from },
      after: { state: to, ...(publishAt && { publishAt: publishAt.toISOString() }) },
    });
    await touchContent(trx);
    return loadEditedPage(trx, id);
  });
}
