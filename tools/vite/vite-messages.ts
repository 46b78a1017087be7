import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, compileMessage, imports, readCatalogue, readLanguages } from '../messages.ts';

const messages = join(import.meta.dirname, '..', '..', 'messages');
const all = join(import.meta.dirname, '..', '..', 'src', 'messages', 'all.js');
/** What the bundler asks about: it need not ask about anything else. */
const ALL = /src\/messages\/all\.js$/;
const ONE = /src\/messages\/one\//;
/** Who says messages. */
const USER = /\/src\/(?:contract|emails|web)\/.*\.tsx?(?:\?|$)/;
const IMPORT = /import \{ (?:(LANGUAGES), )?m \} from ['"][^'"]*\/messages\.[jt]s['"];?/;
/** What calls a function that messages share: the bundler need not look for it in the others. */
const HELPED = /\b(?:chosenForm|formatNumber|language|pluralForm)\(/;
const USE = /\bm\.(\w+)\b/g;
const languages = join(import.meta.dirname, '..', '..', 'src', 'messages', 'languages.js');
const one = join(import.meta.dirname, '..', '..', 'src', 'messages', 'one/');

/** One module a message instead of one for all, so that a page downloads only the messages that it uses, beside their users. */
export function messagesPlugin(): Plugin {
  let catalogue: Catalogue = new Map();
  return {
    name: 'lectern:messages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      catalogue = readCatalogue(messages, readLanguages(messages));
    },
    transform: {
      filter: { id: USER, code: IMPORT },
      handler: (code) => withOneImportEach(code, (key) => catalogue.has(key)),
    },
    resolveId: { filter: { id: ONE }, handler: (id) => (id.startsWith(one) ? id : null) },
    load: {
      filter: { id: [ONE, ALL] },
      handler(id) {
        if (id === all)
          return [...catalogue.keys()].map((key) => `export { ${key} } from '${one}${key}.js';`).join('\n');
        if (!id.startsWith(one)) return null;
        const key = id.slice(one.length, -'.js'.length);
        const code = compileMessage(key, catalogue.get(key) ?? new Map());
        return {
          code: HELPED.test(code) ? `${imports()}\n${code}` : code,
          moduleSideEffects: false,
        };
      },
    },
  };
}

/** A module that imports each message that it uses by itself: by way of the module of all it would need every one. */
export function withOneImportEach(code: string, isMessage: (key: string) => boolean): string {
  const keys = new Set<string>();
  const body = code.replace(USE, (use, key: string) => {
    if (!isMessage(key)) return use;
    keys.add(key);
    return `m_${key}`;
  });
  const imports = [...keys].map((key) => `import { ${key} as m_${key} } from '${one}${key}.js';`);
  return body.replace(IMPORT, (_, others?: string) =>
    [...imports, ...(others ? [`import { ${others} } from '${languages}';`] : [])].join(''),
  );
}
