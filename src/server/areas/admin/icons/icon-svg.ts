import { PRODUCT } from '#domain/site/school';
import { accentOnPaper } from '#domain/site/theme';
import { fontFilesFor } from '#server/areas/certificates/pdf/font-files-for';
import { type SchoolPicture, selectPicture } from '#server/areas/settings/pictures-sql';
import type { Reader } from '#server/db/client';
import type { SiteSettings } from '#server/site-settings';

/** A logo wider than this would be unreadable in the square of an icon. */
const WIDEST = 1.25;
const SIDE = 64;
/** The room of a letter in the square. */
const ROOM = 36;

/** An open book on a stand, in one colour that turns with the theme. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:#15427a}@media(prefers-color-scheme:dark){path{fill:#8db8f0}}</style><path d="M15 6.2C12.2 4.6 8.4 4 4 4v14c4.400 0 8.200.6 11 2.200zM17 6.200v14c2.800-1.600 6.600-2.200 11-2.200V4c-4.400 0-8.200.6-11 2.200zM14.500 21.500h3V26h4.500a1.500 1.500 0 0 1 0 3h-12a1.500 1.500 0 0 1 0-3h4.500z"/></svg>\n`;

/** The icon of the school as a drawing: its logo where that is nearly a square, else its initial on its color. */
export async function iconSvg(db: Reader, { school, theme }: SiteSettings): Promise<string> {
  const { color, logo, name } = school;
  if (logo && logo.width <= logo.height * WIDEST && logo.height <= logo.width * WIDEST) {
    const picture = await selectPicture(db, logo.address.replace(/^\/school\/|\.\w+$/g, ''));
    if (picture) return drawingOf(picture);
  }
  if (name === PRODUCT && color === '') return MARK;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';
  const fill = accentOnPaper(theme.accent, color);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="14" fill="${fill}"/>${await drawnLetter(letter)}</svg>\n`;
}

async function drawingOf({ bytes, ending, height, width }: SchoolPicture): Promise<string> {
  if (ending === 'svg') return bytes.toString('utf8');
  const { default: sharp } = await import('sharp');
  const png = await sharp(bytes).png().toBuffer();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/></svg>\n`;
}

/** A letter as a shape, so that it looks the same where no font is; nothing for one that no font of ours has. */
async function drawnLetter(letter: string): Promise<string> {
  const code = letter.codePointAt(0) ?? 0;
  const { ShapedFont } = await import('#server/areas/certificates/pdf/shaped-font');
  for (const file of fontFilesFor(letter, 600)) {
    if (!file.holds(code)) continue;
    const outline = new ShapedFont(file.path).outline(code);
    if (!outline) continue;
    const { height, left, path, top, width } = outline;
    const scale = ROOM / Math.max(width, height);
    const x = SIDE / 2 - (left + width / 2) * scale;
    const y = SIDE / 2 + (top - height / 2) * scale;
    const move = [x, y, scale].map((value) => value.toFixed(3));
    return `<path fill="#fdfcfa" transform="translate(${move[0]} ${move[1]}) scale(${move[2]} -${move[2]})" d="${path}"/>`;
  }
  return '';
}
