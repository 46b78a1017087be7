import { accentOnPaper } from '#domain/site/theme';
import type { Shared } from '#server/share-address';
import type { SiteSettings } from '#server/site-settings';
import { m } from '../../../../messages/messages.js';
import { setLine } from '../icons/set-line.ts';
import { wrapWords } from '../icons/wrap-words.ts';

export const SHARE_SIZE = { width: 1200, height: 630 } as const;
/** Where the whole cover stands, at the right. */
export const COVER_PLACE = { left: 592, top: 158, width: 544, height: 306 } as const;
const MARGIN = 72;
const GAP = 48;
const INK = '#15181e';

/** What is drawn beside the cover: the school, the title, and who holds a certificate. */
export async function pageSvg(shared: Shared, { school, theme }: SiteSettings): Promise<string> {
  const accent = accentOnPaper(theme.accent, school.color);
  const hasCover = shared.cover !== null;
  const width = (hasCover ? COVER_PLACE.left - GAP : SHARE_SIZE.width - MARGIN) - MARGIN;
  const inner = { x: MARGIN, width };
  const size = hasCover ? (shared.title.length > 40 ? 46 : 58) : shared.title.length > 60 ? 56 : 72;
  const titles = await wrapWords(shared.title, { size, width, most: 6 });
  const top = hasCover ? COVER_PLACE.top + size : 310;
  const foot = shared.kind === 'certificates' ? (shared.holder ?? '') : '';
  const parts = await Promise.all([
    setLine(school.name, { ...inner, y: 116, size: 38, color: accent }),
    ...(shared.kind === 'certificates'
      ? [setLine(m.certificates_share(), { ...inner, y: 212, size: 34, color: '#5b606b' })]
      : []),
    ...titles.map((text, index) =>
      setLine(text, { ...inner, y: top + index * size * 1.15, size, color: INK }),
    ),
    ...(foot === '' ? [] : [setLine(foot, { ...inner, y: SHARE_SIZE.height - 64, size: 44, color: INK })]),
  ]);
  const { height } = SHARE_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE_SIZE.width} ${height}"><rect width="${SHARE_SIZE.width}" height="${height}" fill="#fbfaf7"/><rect width="${SHARE_SIZE.width}" height="16" fill="${accent}"/>${parts.join('')}</svg>\n`;
}
