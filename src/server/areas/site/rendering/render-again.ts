import { touchContent } from '#server/db/content-version';
import { forEachDue } from '#server/db/for-each-due';
import { renderMarkdown } from '#server/markdown/render-markdown';
import { RENDERER_VERSION } from '#server/markdown/version/renderer-version';
import type { Services } from '#server/services';
import {
  type RenderedText,
  selectRenderedBy,
  TEXT_STORES,
  type TextStore,
  updateRenderedBy,
} from './rendered-sql.ts';

const AT_ONCE = 50;

/**
 * After an upgrade that renders otherwise, renders every stored text again, so that what authors wrote long ago is as
 * safe and as capable as what they write now. Answers how many gave other HTML. One that can't be rendered is logged and stays as it is.
 */
export async function renderAgain(services: Services, signal: AbortSignal): Promise<number> {
  const { db, log } = services;
  if ((await selectRenderedBy(db.kysely)) >= RENDERER_VERSION) return 0;
  let changed = 0;
  for (const store of TEXT_STORES) changed += await renderStore(services, store, signal);
  // Stopped half way: the next process begins again.
  if (signal.aborted) return changed;
  await updateRenderedBy(db.kysely, RENDERER_VERSION);
  log.info({ changed }, 'rendered stored texts again');
  return changed;
}

function renderStore({ db, log }: Services, store: TextStore, signal: AbortSignal): Promise<number> {
  return forEachDue<RenderedText>({
    log,
    failure: "couldn't render a stored text again",
    limit: AT_ONCE,
    select: async (after, limit) => (signal.aborted ? [] : await store.select(db.kysely, after?.id, limit)),
    run: async (text) => {
      if (signal.aborted) return 0;
      const [html = ''] = await renderMarkdown([text.markdown]);
      if (html === text.html) return 0;
      return db.transaction(async (trx) => {
        if (!(await store.update(trx, text, html))) return 0;
        await touchContent(trx);
        return 1;
      });
    },
  });
}
