/**
 * Writes the document of labs with a page (src/labs/runtimes/dom/guest), with its library, as one script into the file
 * that is named. Its value is what the runtime asks.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { PRELUDE } from '#labs/runtimes/dom/guest/prelude';

const [, , , file = ''] = process.argv;
const root = join(import.meta.dirname, '..', '..');
const library = join(root, 'node_modules/linkedom/esm');
/** Parts of the library that no lab needs: pictures that are drawn, and style sheets as objects. */
const STUBS: Readonly<Record<string, string>> = {
  canvas: 'export default { createCanvas: () => ({}) };',
  css: 'export const parse = () => null;',
};

const made = await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [
    {
      name: 'page-without-needless-parts',
      enforce: 'pre',
      resolveId: (id) => {
        if (id === 'linkedom/classes') return join(library, 'shared/register-html-class.js');
        if (/commonjs\/canvas\.cjs$/.test(id)) return '\0stub-canvas';
        return /^cssomnom/.test(id) ? '\0stub-css' : null;
      },
      load: (id) => (id.startsWith('\0stub-') ? STUBS[id.slice(6)] : null),
    },
  ],
  build: {
    write: false,
    target: 'es2023',
    lib: { entry: join(root, 'src/labs/runtimes/dom/guest/page.ts'), formats: ['iife'], name: 'labPage' },
  },
});
const [output] = Array.isArray(made) ? made : [made];
const [script] = output && 'output' in output ? output.output : [];
if (script?.type !== 'chunk') throw new Error('The page is not one script');
writeFileSync(file, `(() => {\n${PRELUDE}\n${script.code}\nreturn labPage;\n})()\n`);
process.exit(0);
