import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, compileMessage, imports, readCatalogue, readLanguages } from '../messages.ts';

const messages = join(import.meta.dirname, '..', '..', 'messages');
const all = join(import.meta.dirname, '..', '..', 'src', 'messages', 'all.js');
/** What the bundler asks about: it need not ask about anything else. */
const ALL = /src\/messages\/all\.js$/;
const ONE = /src\/messages\/one\//;
const one = join(import.meta.dirname, '..', '..', 'src', 'messages', 'one/');

/** One module a message instead of one for all, so that a page downloads only the messages that it uses. */
export function messagesPlugin(): Plugin {
  let catalogue: Catalogue = new Map();
  return {
    name: 'lectern:messages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      catalogue = readCatalogue(messages, readLanguages(messages));
    },
    resolveId: { filter: { id: ONE }, handler: (id) => (id.startsWith(one) ? id : null) },
    load: {
      filter: { id: [ONE, ALL] },
      handler(id) {
        if (id === all)
          return [...catalogue.keys()].map((key) => `export { ${key} } from '${one}${key}.js';`).join('\n');
        if (!id.startsWith(one)) return null;
        const key = id.slice(one.length, -'.js'.length);
        return {
          code: `${imports()}\n${compileMessage(key, catalogue.get(key) ?? new Map())}`,
          moduleSideEffects: false,
        };
      },
    },
  };
}
