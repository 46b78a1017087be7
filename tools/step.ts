import { spawn } from 'node:child_process';

/** How a check ended. `passed` and `failed` count tests; a check that runs none counts as one. */
export interface StepResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/**
 * Runs a command to its end and stops its whole process group when we are stopped. Its output is shown as it comes, or
 * goes to `onOutput`.
 */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  onOutput?: (part: Buffer) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
      detached: true,
    });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
    const stop = () => child.pid !== undefined && stopGroup(child.pid);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    child.once('error', () => resolve(127));
    child.once(onOutput ? 'close' : 'exit', (code, signal) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      stop();
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

function stopGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The group is gone already, which is what we want.
  }
}
