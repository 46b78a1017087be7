const LONGEST_PART = 100;
/** File systems allow 255 bytes; a number or a temporary ending may be added. */
const LONGEST_PART_BYTES = 180;
const MAX_PARTS = 6;
/** In characters: a course puts its own folders in front. */
const LONGEST_PATH = 240;

/**
 * A name or path that can be written into any folder: no way up, no hidden file, no sign that a system minds, nothing longer
 * than file systems allow; with this ending.
 */
export function safeName(given: string, ending: string): string {
  const parts = given
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => stripped(part.replace(/[^\p{L}\p{N} ._()-]/gu, '-')))
    .filter((part) => part !== '');
  const path = withEnding(parts.slice(-MAX_PARTS).join('/') || 'file', ending);
  const short = path.split('/').map(shortened);
  while (short.length > 1 && short.join('/').length > LONGEST_PATH) short.shift();
  return withEnding(short.join('/'), ending);
}

function stripped(part: string): string {
  return part.replace(/^[.\s]+|[.\s]+$/g, '');
}

/** The end of a part, which has the ending. */
function shortened(part: string): string {
  const signs = [...part].slice(-LONGEST_PART);
  while (Buffer.byteLength(signs.join('')) > LONGEST_PART_BYTES) signs.shift();
  return stripped(signs.join(''));
}

function withEnding(path: string, ending: string): string {
  const endings = ending === 'jpg' ? ['jpg', 'jpeg'] : [ending];
  return endings.some((each) => path.toLowerCase().endsWith(`.${each}`)) ? path : `${path}.${ending}`;
}
