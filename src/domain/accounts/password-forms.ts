const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Shorter stems are parts of too many good passwords. */
const SHORTEST_STEM = 4;
const LONGEST_END = 4;

/**
 * How a password reads to whoever guesses: in small letters, without digits and signs at its end (up to four), and with
 * signs that stand for letters read as letters.
 */
export function passwordForms(password: string): string[] {
  const small = password.toLowerCase();
  const [end = ''] = /[^\p{L}\s]*$/u.exec(small) ?? [];
  const forms: string[] = [];
  for (let cut = 0; cut <= Math.min(end.length, LONGEST_END); cut += 1) {
    const stem = small.slice(0, small.length - cut);
    if (cut === 0 || stem.length >= SHORTEST_STEM) forms.push(stem, withLetters(stem));
  }
  return [...new Set(forms)];
}

function withLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign);
}
