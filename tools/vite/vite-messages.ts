import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, compileMessage, imports, readCatalogue, readLanguages } from '../messages.ts';

const root = join(import.meta.dirname, '..', '..');
const messages = join(root, 'messages');
const compiled = join(root, 'src', 'messages');
const all = join(compiled, 'all.js');
const languages = join(compiled, 'languages.js');
const one = join(compiled, 'one/');
/** What the bundler asks about: it need not ask about anything else. */
const ALL = /src\/messages\/all\.js$/;
const ONE = /src\/messages\/one\//;
/** Who says messages. */
const FOLDERS = ['contract', 'emails', 'web'].map((name) => join(root, 'src', name));
const USER = /\/src\/(?:contract|emails|web)\/.*\.tsx?(?:\?|$)/;
const IMPORT = /import \{ (?:(LANGUAGES), )?m \} from ['"][^'"]*\/messages\.[jt]s['"];?/;
/** What calls a function that messages share: the bundler need not look for it in the others. */
const HELPED = /\b(?:chosenForm|formatNumber|language|pluralForm)\(/;
const USE = /\bm\.(\w+)\b/g;

interface MessageCode {
  readonly isMessage: (key: string) => boolean;
  /** The code of a message that nobody else says and that calls nothing. */
  readonly ownCode: (key: string) => string | undefined;
}

/**
 * A page downloads only the messages that it uses, beside their users: what a single file says stands in that file, and each
 * of the others is a module instead of one for all.
 */
export function messagesPlugin(): Plugin {
  let catalogue: Catalogue = new Map();
  let userOf: ReadonlyMap<string, string | null> = new Map();
  const codeOf = (key: string) => compileMessage(key, catalogue.get(key) ?? new Map());
  return {
    name: 'lectern:messages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      catalogue = readCatalogue(messages, readLanguages(messages));
      userOf = singleUsers(FOLDERS);
    },
    transform: {
      filter: { id: USER, code: IMPORT },
      handler: (code, id) =>
        withItsMessages(code, {
          isMessage: (key) => catalogue.has(key),
          ownCode: (key) => {
            if (userOf.get(key) !== id.replace(/\?.*$/, '')) return undefined;
            const own = codeOf(key);
            return HELPED.test(own) ? undefined : own;
          },
        }),
    },
    resolveId: { filter: { id: ONE }, handler: (id) => (id.startsWith(one) ? id : null) },
    load: {
      filter: { id: [ONE, ALL] },
      handler(id) {
        if (id === all)
          return [...catalogue.keys()].map((key) => `export { ${key} } from '${one}${key}.js';`).join('\n');
        if (!id.startsWith(one)) return null;
        const code = codeOf(id.slice(one.length, -'.js'.length));
        return {
          code: HELPED.test(code) ? `${imports()}\n${code}` : code,
          moduleSideEffects: false,
        };
      },
    },
  };
}

/** The file that says a message; null where several do. */
function singleUsers(folders: readonly string[]): Map<string, string | null> {
  const userOf = new Map<string, string | null>();
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(name)) continue;
      const file = join(folder, name);
      for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(USE))
        userOf.set(key, (userOf.has(key) ? userOf.get(key) : file) === file ? file : null);
    }
  return userOf;
}

/**
 * A module with the messages that only it says, and with an import for each other one: by way of the module of all messages
 * it would need every one.
 */
export function withItsMessages(code: string, { isMessage, ownCode }: MessageCode): string {
  const keys = new Set<string>();
  const body = code.replace(USE, (use, key: string) => {
    if (!isMessage(key)) return use;
    keys.add(key);
    return `m_${key}`;
  });
  const said = [...keys].map(
    (key) =>
      ownCode(key)?.replace(/^export const /, 'const m_') ??
      `import { ${key} as m_${key} } from '${one}${key}.js';`,
  );
  return body.replace(IMPORT, (_, others?: string) =>
    [...said, ...(others ? [`import { ${others} } from '${languages}';`] : [])].join(''),
  );
}
