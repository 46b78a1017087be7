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
  /** Only a text in which this is found needs the family at all. */
  readonly needs?: RegExp;
}

const BOTH: readonly Weight[] = [400, 600];
const noto = (name: string, needs: RegExp, weights = BOTH): Family => ({
  name: `noto-${name}`,
  weights,
  needs,
});

/** Latin, Cyrillic and Greek as on the site; then a family for each script that it lacks. */
const ALPHABETS: readonly Family[] = [
  { name: 'source-serif-4', weights: BOTH },
  noto('sans-hebrew', /\p{Script=Hebrew}/u),
  { name: 'el-messiri', weights: BOTH, needs: /\p{Script=Arabic}/u },
  noto('serif-armenian', /\p{Script=Armenian}/u),
  noto('serif-georgian', /\p{Script=Georgian}/u),
  noto('sans-ethiopic', /\p{Script=Ethiopic}/u),
  noto('serif-devanagari', /\p{Script_Extensions=Devanagari}/u),
  noto('serif-bengali', /\p{Script=Bengali}/u),
  noto('sans-gurmukhi', /\p{Script=Gurmukhi}/u),
  noto('serif-gujarati', /\p{Script=Gujarati}/u),
  noto('sans-oriya', /\p{Script=Oriya}/u),
  noto('serif-tamil', /\p{Script=Tamil}/u),
  noto('serif-telugu', /\p{Script=Telugu}/u),
  noto('sans-kannada', /\p{Script=Kannada}/u),
  noto('serif-malayalam', /\p{Script=Malayalam}/u),
  noto('serif-sinhala', /\p{Script=Sinhala}/u),
  noto('serif-thai', /\p{Script=Thai}/u),
  noto('serif-lao', /\p{Script=Lao}/u),
  noto('serif-khmer', /\p{Script=Khmer}/u),
  noto('serif-myanmar', /\p{Script=Myanmar}/u),
  noto('serif-tibetan', /\p{Script=Tibetan}/u),
  noto('sans-javanese', /\p{Script=Javanese}/u),
  noto('sans-meetei-mayek', /\p{Script=Meetei_Mayek}/u),
  noto('sans-ol-chiki', /\p{Script=Ol_Chiki}/u),
  noto('sans-thaana', /\p{Script=Thaana}/u),
  noto('sans-syriac', /\p{Script=Syriac}/u),
  noto('sans-nko', /\p{Script=Nko}/u, [400]),
  noto('sans-adlam', /\p{Script=Adlam}/u),
  noto('sans-tifinagh', /\p{Script=Tifinagh}/u, [400]),
  noto('sans-cherokee', /\p{Script=Cherokee}/u),
  noto('sans-canadian-aboriginal', /\p{Script=Canadian_Aboriginal}/u),
];
const HAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const JAPANESE: Family = { name: 'sawarabi-mincho', weights: [400], needs: HAN };
const CHINESE: Family = { name: 'zcool-xiaowei', weights: [400], needs: HAN };
const TRADITIONAL: Family = { name: 'cactus-classical-serif', weights: [400], needs: HAN };
const KOREAN: Family = { name: 'gowun-batang', weights: [400], needs: HAN };
/** Pictures in one colour, and whatever else no alphabet has. */
const PICTURES: Family = noto('emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u);

/** The same sign is drawn in different ways: kana beside it says Japanese, hangul says Korean. */
function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...ALPHABETS, JAPANESE, CHINESE, TRADITIONAL, KOREAN, PICTURES];
  if (/\p{Script=Hangul}/u.test(text))
    return [...ALPHABETS, KOREAN, JAPANESE, CHINESE, TRADITIONAL, PICTURES];
  return [...ALPHABETS, CHINESE, TRADITIONAL, JAPANESE, KOREAN, PICTURES];
}

const known = new Map<string, FontFile[]>();

/** The files that a text may need, best first. */
export function fontFilesFor(text: string, weight: Weight): FontFile[] {
  const families = familiesFor(text).filter(({ needs }) => needs === undefined || needs.test(text));
  return families.flatMap(({ name, weights }) => {
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
