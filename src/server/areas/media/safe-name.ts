const LONGEST_PART = 100;
const MAX_PARTS = 6;

/** A name or path that can be written into any folder: no way up, no hidden file, no sign that a system minds; with this ending. */
export function safeName(given: string, ending: string): string {
  const parts = given
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => {
      const plain = part.replace(/[^\p{L}\p{N} ._()-]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
      return [...plain].slice(-LONGEST_PART).join('');
    })
    .filter((part) => part !== '');
  const path = parts.slice(-MAX_PARTS).join('/') || 'file';
  return endingsOf(ending).some((each) => path.toLowerCase().endsWith(`.${each}`))
    ? path
    : `${path}.${ending}`;
}

function endingsOf(ending: string): string[] {
  return ending === 'jpg' ? ['jpg', 'jpeg'] : [ending];
}
