import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config';

/** What the process is sent, and what it answers when it fails. */
export interface BackupOrder {
  readonly config: Config;
}
export interface BackupFault {
  readonly error: string;
}

/**
 * Makes a backup in a process of its own, which gives way to ours: compressing and encrypting would hold up requests. Aborted,
 * it leaves nothing behind.
 */
export async function makeInProcess(config: Config, signal: AbortSignal): Promise<void> {
  const child = fork(fileURLToPath(new URL('../cli/backup-process.ts', import.meta.url)));
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  let fault: string | undefined;
  child.on('message', ({ error }: BackupFault) => {
    fault = error;
  });
  child.on('error', reject);
  child.on('exit', (code, killedBy) =>
    code === 0
      ? resolve()
      : reject(new Error(fault ?? `The backup process ended with ${killedBy ?? `exit code ${code}`}.`)),
  );
  const end = () => child.connected && child.disconnect();
  signal.addEventListener('abort', end, { once: true });
  try {
    child.send({ config } satisfies BackupOrder);
    await promise;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
