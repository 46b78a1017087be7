import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** With what `npm start` starts the server: what is measured runs as what schools run. */
export interface StartSettings {
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const START = /export (?<env>.+?) && exec node (?<args>.*?) ?build\/main\/main\.js$/;

/** Reads them from the line of package.json. */
export function readStartSettings(root: string): StartSettings {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { args = '', env = '' } = START.exec(scripts.start)?.groups ?? {};
  if (!env)
    throw new Error(`package.json starts the server in a way that is not understood: ${scripts.start}`);
  const pairs = env.split(' ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=').replace(/^\$\{\w+:-(.*)\}$/, '$1')] as const;
  });
  const { NODE_COMPILE_CACHE = '', ...rest } = Object.fromEntries(pairs);
  return {
    nodeArgs: args.split(' ').filter(Boolean),
    env: { ...rest, NODE_COMPILE_CACHE: join(root, NODE_COMPILE_CACHE) },
  };
}
