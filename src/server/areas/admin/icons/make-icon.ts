import { sizeOfDrawing } from '#server/areas/media/read-media';
import type { Services } from '#server/services';
import { iconSvg } from './icon-svg.ts';
import { shareSvg } from './share-svg.ts';

export const ICONS = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-512.png',
  'share.png',
] as const;
export type Icon = (typeof ICONS)[number];

const MAX_PIXELS = 4_000_000;
const SIDES: Readonly<Record<Exclude<Icon, 'favicon.svg'>, number>> = {
  'favicon.ico': 32,
  'apple-touch-icon.png': 180,
  'icon-512.png': 512,
  'share.png': 1200,
};

interface MadeIcon {
  readonly bytes: Buffer;
  readonly type: string;
}
/** What was drawn last of each, and of what. */
const drawn = new Map<Icon, { readonly of: string; readonly icon: Promise<MadeIcon> }>();

/** The icon of the school in one of its forms; drawn once for all who ask, until the school looks different. */
export async function makeIcon(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  icon: Icon,
): Promise<MadeIcon> {
  const site = await settings.current();
  const known = drawn.get(icon);
  if (known?.of === site.iconVersion) return known.icon;
  // A drawing may be valid and still too large or too slow to make a picture of.
  const initial = { ...site, school: { ...site.school, logo: null } };
  const drawing = icon === 'share.png' ? shareSvg(site) : iconSvg(db.kysely, site);
  const made = drawing
    .then((svg) => draw(svg, icon))
    .catch(async () => draw(await iconSvg(db.kysely, initial), icon));
  drawn.set(icon, { of: site.iconVersion, icon: made });
  // A failed drawing is not kept.
  made.catch(() => drawn.delete(icon));
  return made;
}

async function draw(svg: string, icon: Icon): Promise<MadeIcon> {
  if (icon === 'favicon.svg') return { bytes: Buffer.from(svg), type: 'image/svg+xml' };
  const { default: sharp } = await import('sharp');
  const side = SIDES[icon];
  const { height, width } = sizeOfDrawing(svg);
  // Drawn as large as it is needed; 72 is one pixel a unit.
  const density = Math.min(2400, Math.max(1, (72 * side) / Math.max(height, width)));
  const png = await sharp(Buffer.from(svg), { density, limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: 5 })
    .resize(side, icon === 'share.png' ? null : side, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png()
    .toBuffer();
  return icon === 'favicon.ico'
    ? { bytes: inIco(png, side), type: 'image/x-icon' }
    : { bytes: png, type: 'image/png' };
}

/** A picture as the only one in an .ico file. */
function inIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
