import type { Plugin } from 'rolldown';

/** What our modules and their packages import from `node:http`. */
const HTTP = ['Agent', 'IncomingMessage', 'METHODS', 'STATUS_CODES', 'ServerResponse', 'createServer', 'get', 'request'];

/**
 * An import of `node:http` reads everything that it exports, also what makes Node.js load its own client, and that HTTP/2:
 * 12 MB. The adapter asks of each request whether it came by HTTP/2, which we don't serve.
 */
const MODULES: Readonly<Record<string, string>> = {
  'node:http': `const http = process.getBuiltinModule('node:http');
${HTTP.map((name) => `export const ${name} = http.${name};`).join('\n')}
export default http;`,
  'node:http2': `export class Http2ServerRequest {}
export const constants = {};`,
};

export const isLean = (id: string) => Object.hasOwn(MODULES, id);

const PREFIX = '\0lean:';

export const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  resolveId: (id) => (isLean(id) ? `${PREFIX}${id}` : null),
  load: (id) => (id.startsWith(PREFIX) ? (MODULES[id.slice(PREFIX.length)] ?? null) : null),
};
