/** Stands in the place of the player: all that somebody could try who has left WebAssembly and the realm. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';

// A write beyond the limit would end the process; a stubborn attacker goes on.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', () => {});
const outcome: Record<string, string> = {};
async function attempt(name: string, run: () => unknown): Promise<void> {
  try {
    await run();
    outcome[name] = 'done';
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    outcome[name] = `refused: ${code ?? message ?? ''}`;
  }
}

await attempt('read', () => readFileSync('/etc/passwd'));
await attempt('readEnvironment', () => readFileSync(`/proc/${process.ppid}/environ`));
await attempt('write', () => writeFileSync('/tmp/lectern-lab-attack', '1'));
await attempt('spawn', async () => (await import('node:child_process')).execSync('id'));
await attempt('worker', async () => {
  // Where it is allowed, a thread runs into the memory limit and takes the process with it.
  if (!process.permission) throw new Error('not tried');
  const { Worker } = await import('node:worker_threads');
  return new Worker('1', { eval: true });
});
await attempt('evaluate', () => {
  const indirect = Reflect.get(globalThis, 'eval') as (code: string) => unknown;
  return indirect('1');
});
await attempt('sqlite', async () => {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync('/tmp/lectern-lab-attack.db');
  database.exec('create table t (a); insert into t values (1)');
});
writeSync(3, `${JSON.stringify({ ready: true })}\n`);
process.stdin.once('data', async (data) => {
  const { file, pid, port } = JSON.parse(String(data)) as { port: number; pid?: number; file?: string };
  await attempt('readData', () => readFileSync(file ?? ''));
  // Signal 0 asks only whether one may.
  await attempt('signal', () => process.kill(pid ?? Number.NaN, 0));
  await attempt(
    'network',
    () =>
      new Promise((resolve, reject) => {
        connect(port, '127.0.0.1', () => resolve(true)).on('error', reject);
      }),
  );
  writeSync(3, `${JSON.stringify(outcome)}\n`);
});
