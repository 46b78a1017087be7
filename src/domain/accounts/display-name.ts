import { fold } from '../fold.ts';

/** What stands in the way of a name that others read. */
export type NameFault = 'characters' | 'address' | 'staff';

/** The fault of a name that somebody wants to be called; null for one without. `school` is the name of the site. */
export function nameFault(name: string, school: string): NameFault | null {
  if (hidesCharacters(name)) return 'characters';
  if (holdsAddress(name)) return 'address';
  return looksLikeStaff(name, school) ? 'staff' : null;
}

/** Whether something in a text isn't seen, or turns what stands beside it. */
export function hidesCharacters(text: string): boolean {
  return INVISIBLE.test(text);
}

/** A text as one line of what is seen of it. */
export function visibleLine(text: string): string {
  return text.replace(ALL_INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();
}

/** A name as a line of a mail may carry it: one line, nothing that hides or turns letters, and no web address. */
export function cleanName(name: string): string {
  const visible = visibleLine(name);
  if (!holdsAddress(visible)) return visible;
  const words = visible.split(' ').filter((word) => !holdsAddress(word));
  return words.join(' ');
}

/**
 * Line ends, control characters, and what is not seen but hides or turns what stands beside it. The two joiners are
 * letters' neighbours in Persian and the scripts of India: there they stand after a letter or mark of these scripts.
 */
const JOINER = '(?<![\\p{M}\\p{Script=Arabic}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200c\\u200d]';
const HIDDEN = `[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cs}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]|(?![\\u200c\\u200d])\\p{Cf}|${JOINER}`;
const INVISIBLE = new RegExp(HIDDEN, 'u');
const ALL_INVISIBLE = new RegExp(HIDDEN, 'gu');

const ENDINGS =
  'com|net|org|info|biz|edu|gov|app|dev|xyz|site|online|shop|store|top|club|link|click|page|website|space|live|icu|school|academy|example|test|localhost';
/** What mail programs turn into a link by themselves: a scheme, www, an address of mail, a host with a known ending. */
const ADDRESS = new RegExp(
  `[a-z][a-z0-9+.-]*://|\\bwww\\.|\\S@\\S|[\\p{L}\\p{N}-]{2,}\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}-]{3,}\\.[a-z]{2}(?![\\p{L}\\p{N}.])`,
  'iu',
);

/** Whether a mail program would turn something in a text into a link. */
export function holdsAddress(name: string): boolean {
  // Other full stops and letters of other widths are read as the usual ones, by people and by browsers.
  return ADDRESS.test(name.normalize('NFKC').replace(/[\u3002\uff61\u2024]/gu, '.'));
}

/** Whole words that only the people who run a school are called. */
const STAFF = new Set([
  'admin',
  'admins',
  'administration',
  'helpdesk',
  'moderator',
  'moderators',
  'noreply',
  'official',
  'postmaster',
  'security',
  'staff',
  'support',
  'sysadmin',
  'system',
  'team',
  'webmaster',
]);
/** Words that are refused in the middle of others as well. */
const NEVER = ['administrator', 'lectern'];
const SHORTEST_SCHOOL = 6;

/** Whether somebody may take this for a person who runs the school, in whatever letters and spaces it is written. */
export function looksLikeStaff(name: string, school: string): boolean {
  const read = asRead(name);
  const words = read.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const joined = words.join('');
  const own = asRead(school).replace(/[^\p{L}]+/gu, '');
  const never = own.length >= SHORTEST_SCHOOL ? [...NEVER, own] : NEVER;
  return (
    never.some((word) => joined.includes(word)) ||
    STAFF.has(joined) ||
    words.some((word) => STAFF.has(word)) ||
    spelled(words).some((word) => STAFF.has(word))
  );
}

/** "s u p p o r t": letters that stand alone, put together. */
function spelled(words: readonly string[]): string[] {
  const runs: string[] = [''];
  for (const word of words) {
    if (word.length === 1) runs.push(`${runs.pop() ?? ''}${word}`);
    else runs.push('');
  }
  return runs;
}

/** Letters of other scripts, and digits and signs that are read as letters, each as the Latin letter it looks like. */
const LOOKS_LIKE = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'вβʙ',
    c: 'сϲᴄ',
    d: 'ԁɗ',
    e: 'еεєё3',
    g: 'ɡ',
    h: 'һн',
    i: 'іιıɪ1!|',
    j: 'ј',
    k: 'кκ',
    l: 'ӏⅼ',
    m: 'мϻ',
    n: 'пηոɴ',
    o: 'оοσ0',
    p: 'рρ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕ$5',
    t: 'тτ7',
    u: 'υսц',
    v: 'ѵν',
    w: 'ԝѡ',
    x: 'хχ',
    y: 'уүγ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

function asRead(name: string): string {
  return [...fold(name)].map((letter) => LOOKS_LIKE.get(letter) ?? letter).join('');
}
