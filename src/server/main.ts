import { stopCompilers } from './start/compilers.ts';
import type { StartOptions } from './start/start-parts.ts';

// Before the code of a start is read.
stopCompilers();

/** The process: settings from the environment, a line that says where, an orderly end on SIGTERM and SIGINT. */
export async function runServer(options: StartOptions = {}): Promise<void> {
  await (await import('./start/run-server.ts')).runServer(options);
}

if (import.meta.main) await runServer();
