import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Weight = 400 | 600;

export interface FontFile {
  readonly path: string;
  /** Whether it is meant for this character; that it has it is only known when it is read. */
  readonly holds: (codePoint: number) => boolean;
}

interface Family {
  readonly name: string;
  readonly weights: readonly Weight[];
}

/** Latin, Cyrillic and Greek as on the site; then a family for each script that it lacks. */
const ALPHABETS: readonly Family[] = [
  { name: 'source-serif-4', weights: [400, 600] },
  { name: 'noto-sans-hebrew', weights: [400, 600] },
  { name: 'el-messiri', weights: [400, 600] },
];
const JAPANESE: Family = { name: 'sawarabi-mincho', weights: [400] };
const CHINESE: Family = { name: 'zcool-xiaowei', weights: [400] };
const KOREAN: Family = { name: 'gowun-batang', weights: [400] };

/** The same sign is drawn in different ways: kana beside it says Japanese, hangul says Korean. */
function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...ALPHABETS, JAPANESE, CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(text)) return [...ALPHABETS, KOREAN, JAPANESE, CHINESE];
  return [...ALPHABETS, CHINESE, JAPANESE, KOREAN];
}

const known = new Map<string, FontFile[]>();

/** The files that a text may need, best first. */
export function fontFilesFor(text: string, weight: Weight): FontFile[] {
  return familiesFor(text).flatMap(({ name, weights }) => {
    const nearest = weights.includes(weight) ? weight : (weights[0] ?? 400);
    const key = `${name} ${nearest}`;
    const files = known.get(key) ?? readFamily(name, nearest);
    known.set(key, files);
    return files;
  });
}

function readFamily(name: string, weight: Weight): FontFile[] {
  const folder = dirname(fileURLToPath(import.meta.resolve(`@fontsource/${name}/unicode.json`)));
  const parts: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  const files = Object.entries(parts).map(([part, ranges]) => ({
    // A numbered part stands in brackets: "[31]".
    path: join(folder, 'files', `${name}-${part.replace(/[[\]]/g, '')}-${weight}-normal.woff`),
    holds: inRanges(ranges),
  }));
  // The plain alphabet last in the list is the first to be looked at.
  return files.reverse();
}

function inRanges(ranges: string): (codePoint: number) => boolean {
  const pairs = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => pairs.some(([from, to]) => codePoint >= from && codePoint <= to);
}
