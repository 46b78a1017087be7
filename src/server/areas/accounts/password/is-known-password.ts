import { readFileSync } from 'node:fs';
import { passwordForms } from '#domain/accounts/password-forms';

/** How many of the most frequent passwords are known with an ending and with signs in place of letters as well. */
const MAX_FREQUENT = 3000;

interface Known {
  /** In small letters, as they are. */
  readonly whole: ReadonlySet<string>;
  /** In small letters, in every form. */
  readonly stems: ReadonlySet<string>;
}
let known: Promise<Known> | undefined;

/**
 * Whether a password is one that everybody tries first: one of the 49,233 of a list by frequency, or a form of one of the
 * 3,000 most frequent or of our own list, which has what that list leaves out (rows of keys, years, names of this product).
 */
export async function isKnownPassword(password: string): Promise<boolean> {
  known ??= loadLists();
  const { stems, whole } = await known;
  return whole.has(password.toLowerCase()) || passwordForms(password).some((form) => stems.has(form));
}

/** Read by the first one who chooses a password: it takes some milliseconds and megabytes. */
async function loadLists(): Promise<Known> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const frequent = dictionary['passwords-common'];
  const own = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return { whole: new Set(frequent), stems: new Set([...own, ...frequent.slice(0, MAX_FREQUENT)]) };
}
