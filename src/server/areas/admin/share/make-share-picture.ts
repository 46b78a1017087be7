import type { Caller, Services } from '#server/services';
import { type Shared, shareVersion } from '#server/share-address';
import { drawPage } from './draw-page.ts';
import { findShared } from './find-shared.ts';

/** About 10 MB. */
const MAX_KEPT = 120;

interface SharePicture {
  /** JPEG. */
  readonly bytes: Buffer;
  /** What the address of exactly this picture ends with. */
  readonly version: string;
}

/** The pictures that were asked for last, the oldest first; of a page only the newest. */
const kept = new Map<string, { readonly version: string; readonly bytes: Promise<Buffer> }>();

/**
 * The picture that is shown where a page is shared; drawn once for all who ask, until the page says something else. `admit` is asked
 * before one is drawn, and fails where whoever asks has had too many.
 */
export async function makeSharePicture(
  services: Services,
  visitor: Caller,
  page: Pick<Shared, 'id' | 'kind'>,
  admit: () => Promise<void> = async () => undefined,
): Promise<SharePicture> {
  const shared = await findShared(services, visitor, page);
  const site = await services.settings.current();
  const version = shareVersion(shared, site);
  const key = `${page.kind} ${page.id}`;
  if (kept.get(key)?.version !== version) await admit();
  const known = kept.get(key);
  const bytes = known?.version === version ? known.bytes : drawPage(services, shared, site);
  kept.delete(key);
  kept.set(key, { version, bytes });
  // What failed is not kept.
  bytes.catch(() => {
    if (kept.get(key)?.bytes === bytes) kept.delete(key);
  });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return { bytes: await bytes, version };
}
