import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const PREFIX = '\0lean:';

/** The adapter asks of each request whether it came by HTTP/2, which we don't serve. */
const HTTP2 = 'export class Http2ServerRequest {}\nexport const constants = {};';

/** Parts of Node.js that our modules and their packages import by name. What the bundler itself imports is read before all others. */
export const isLean = (id: string) => id.startsWith('node:') && id !== 'node:module' && isBuiltin(id);

/**
 * An import of a part of Node.js reads everything that it exports, also what loads other parts when it is read: `node:http`
 * its own client of the Fetch standard and HTTP/2, which take 12 MB. Here each name is read where it is used.
 */
export const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  resolveId(id, _importer, { kind }) {
    if (!isLean(id)) return null;
    return kind === 'import-statement'
      ? { id: `${PREFIX}${id}`, moduleSideEffects: false }
      : { id, external: true };
  },
  load: (id) => (id.startsWith(PREFIX) ? codeOf(id.slice(PREFIX.length)) : null),
};

function codeOf(name: string): string {
  if (name === 'node:http2') return HTTP2;
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) =>
    /^[A-Za-z_$][\w$]*$/.test(each),
  );
  const lines = names
    .filter((each) => each !== 'default')
    .map(
      (each, index) =>
        `const own${index} = part[${JSON.stringify(each)}];\nexport { own${index} as ${each} };`,
    );
  return `const part = process.getBuiltinModule('${name}');\n${lines.join('\n')}\nexport default part;`;
}
