/** Makes what is made from other files: the message functions and the route tree. `npm run generate`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'vite';

const root = join(import.meta.dirname, '..');
const messages = join(root, 'messages', 'en');
const settings = join(root, 'project.inlang', 'settings.json');

/** Two areas may not use one key: the later file would silently win. */
function checkKeys(files: string[]): void {
  const owner = new Map<string, string>();
  for (const file of files) {
    for (const key of Object.keys(JSON.parse(readFileSync(join(messages, file), 'utf8')))) {
      const other = owner.get(key);
      if (other) throw new Error(`message ${key} is in ${other} and in ${file}`);
      owner.set(key, file);
    }
  }
}

/** The message plugin wants every file named; keep the list equal to the folder. */
function listFiles(files: string[]): void {
  const current = readFileSync(settings, 'utf8');
  const next = JSON.parse(current);
  next['plugin.inlang.messageFormat'] = { pathPattern: files.map((file) => `./messages/{locale}/${file}`) };
  const text = `${JSON.stringify(next, null, 2)}\n`;
  if (text !== current) writeFileSync(settings, text);
}

function compileMessages(): void {
  const args = ['compile', '--project', './project.inlang', '--outdir', './src/messages', '--silent'];
  args.push('--strategy', 'baseLocale', '--no-emit-readme');
  args.push('--experimental-static-locale', '"en"', '--disable-async-local-storage');
  const bin = join(root, 'node_modules', '.bin', 'paraglide-js');
  const { status } = spawnSync(bin, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the messages do not compile');
}

const files = readdirSync(messages)
  .filter((file) => file.endsWith('.json'))
  .sort();
checkKeys(files);
listFiles(files);
compileMessages();
// The router's plugin writes the route tree as soon as Vite has read its configuration.
await resolveConfig({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' }, 'build');
