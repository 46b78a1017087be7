/** Makes what is made from other files: the message functions and the route trees. `npm run generate`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';
import { compileAll, declareAll, declareLanguages, readCatalogue, readLanguages } from './messages.ts';
import { ALL_ROUTES, EARLY_ROUTES } from './vite/route-trees.ts';

const root = join(import.meta.dirname, '..');
const messages = join(root, 'messages');
const compiled = join(root, 'src', 'messages');

const languages = readLanguages(messages);
const catalogue = readCatalogue(messages, languages);
rmSync(compiled, { recursive: true, force: true });
mkdirSync(compiled, { recursive: true });
writeFileSync(join(compiled, 'all.js'), compileAll(catalogue));
writeFileSync(join(compiled, 'all.d.ts'), declareAll(catalogue, languages));
writeFileSync(join(compiled, 'messages.js'), "export * as m from './all.js';\n");
writeFileSync(join(compiled, 'languages.js'), `export const LANGUAGES = ${JSON.stringify(languages)};\n`);
writeFileSync(join(compiled, 'languages.d.ts'), declareLanguages(languages));
for (const routes of [ALL_ROUTES, EARLY_ROUTES])
  await new Generator({ root, config: getConfig(routes, root) }).run();
