import { coverSvg } from '#domain/courses/cover-art';
import { Failure } from '#server/failure';
import { decodePicture } from '#server/platform/decode-picture';
import type { Services } from '#server/services';
import type { Shared } from '#server/share-address';
import type { SiteSettings } from '#server/site-settings';
import { COVER_WIDTH, pageSvg, SHARE_SIZE } from './page-svg.ts';

/** Drawing takes a core: one at a time, and a few who wait. */
const MAX_WAITING = 20;
const COVER = { width: COVER_WIDTH, height: SHARE_SIZE.height } as const;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The picture of a page as a JPEG. Fails with RATE_LIMITED when too many others wait. */
export async function drawPage(
  { storage }: Pick<Services, 'storage'>,
  shared: Shared,
  site: SiteSettings,
): Promise<Buffer> {
  if (waiting >= MAX_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 5 } });
  waiting += 1;
  const drawn = last.then(() => draw(storage, shared, site));
  last = drawn.catch(() => undefined);
  return drawn.finally(() => {
    waiting -= 1;
  });
}

async function draw(storage: Services['storage'], shared: Shared, site: SiteSettings): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const paper = sharp(Buffer.from(await pageSvg(shared, site))).timeout({ seconds: 5 });
  const { cover } = shared;
  if (cover !== null) {
    const input = (await uploadedCover(storage, cover)) ?? (await drawnCover(shared));
    paper.composite([{ input, left: SHARE_SIZE.width - COVER.width, top: 0 }]);
  }
  return paper.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** A cover that was uploaded here; null for any other: nothing is fetched from elsewhere. */
async function uploadedCover(storage: Services['storage'], address: string): Promise<Buffer | null> {
  const file = /^\/media\/([0-9a-f-]{36,41}\.webp)$/.exec(address)?.[1];
  const bytes = file && (await storage.get(file));
  if (!bytes) return null;
  return decodePicture(Buffer.from(bytes), (picture) =>
    picture
      .resize({ ...COVER, fit: 'cover' })
      .png()
      .toBuffer(),
  );
}

async function drawnCover({ category, id }: Shared): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = Buffer.from(coverSvg(id, category));
  return sharp(svg, { density: 130 })
    .resize({ ...COVER, fit: 'cover' })
    .png()
    .toBuffer();
}
