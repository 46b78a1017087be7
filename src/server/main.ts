import type { StartOptions } from './start/start-parts.ts';

const { setFlagsFromString } = process.getBuiltinModule('node:v8');

/** Compilers for code that runs often. */
const COMPILERS = ['sparkplug', 'maglev', 'opt'] as const;

// What a start runs is run once, and the compilers take 10 MB. Nothing is imported before: finding files runs one of them.
for (const name of COMPILERS) setFlagsFromString(`--no-${name}`);

/** The process: settings from the environment, a line that says where, an orderly end on SIGTERM and SIGINT. */
export async function runServer(options: StartOptions = {}): Promise<void> {
  await (await import('./start/run-server.ts')).runServer(process.env, options);
}

if (import.meta.main) await runServer();
