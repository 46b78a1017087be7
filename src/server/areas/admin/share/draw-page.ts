import { coverSvg } from '#domain/courses/cover-art';
import { cropAround, focusOf } from '#domain/media/focus';
import { sizeOfDrawing } from '#server/areas/media/read-media';
import { Failure } from '#server/failure';
import { decodePicture } from '#server/platform/decode-picture';
import type { Services } from '#server/services';
import type { Shared } from '#server/share-address';
import type { SiteSettings } from '#server/site-settings';
import { COVER_PLACE, pageSvg } from './page-svg.ts';

/** Drawing takes a core: one at a time, and a few who wait. */
const MAX_WAITING = 20;
const COVER = { width: COVER_PLACE.width, height: COVER_PLACE.height, fit: 'cover' } as const;
const MAX_PIXELS = 4_000_000;

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
    const input =
      (await uploadedCover(storage, cover)) ?? (await rasterize(coverSvg(shared.id, shared.category)));
    paper.composite([{ input, left: COVER_PLACE.left, top: COVER_PLACE.top }]);
  }
  return paper.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** A cover that was uploaded here; null for any other, and for one that can't be drawn: nothing is fetched from elsewhere. */
async function uploadedCover(storage: Services['storage'], address: string): Promise<Buffer | null> {
  const [, file, ending] = /^\/media\/([0-9a-f-]{36,41}\.(webp|svg))(?:#|$)/.exec(address) ?? [];
  const bytes = file && (await storage.get(file));
  if (!bytes) return null;
  // A drawing may be valid and still too large or too slow to make a picture of.
  if (ending === 'svg') return rasterize(Buffer.from(bytes).toString('utf8')).catch(() => null);
  return decodePicture(Buffer.from(bytes), async (picture) => {
    const { height, width } = await picture.metadata();
    const crop = cropAround({ width, height }, COVER_PLACE, focusOf(address));
    return picture.extract(crop).resize(COVER).png().toBuffer();
  });
}

async function rasterize(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { height, width } = sizeOfDrawing(svg);
  // Drawn as large as it is needed; 72 is one pixel a unit.
  const scale = Math.max(COVER.width / width, COVER.height / height);
  const density = Math.min(2400, Math.max(1, 72 * scale));
  return sharp(Buffer.from(svg), { density, limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: 5 })
    .resize(COVER)
    .png()
    .toBuffer();
}
