import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { removeDataDir } from '../kit/process.ts';

/**
 * The server of a run, as `npm start` runs it, and the removal of its data once it has ended: Playwright's own teardown comes before that, when
 * the database still writes. A signal goes to the whole group, so the server hears of it by itself.
 */
const server = spawn(process.execPath, ['build/main/main.js'], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
const [code] = await once(server, 'close');
const directory = process.env.DATA_DIR;
if (directory?.startsWith(tmpdir())) removeDataDir(directory);
process.exitCode = code ?? 1;
