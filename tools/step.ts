import { spawn } from 'node:child_process';

/** How a check ended. `passed` and `failed` count tests; a check that runs none counts as one. */
export interface StepResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Runs a command to its end, showing its output, and stops its whole process group when we are stopped. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, detached: true });
    const stop = () => child.pid !== undefined && stopGroup(child.pid);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => {
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
