import { spawn } from 'node:child_process';
import { EncodeFault } from './video-encoder.ts';

/**
 * Ends the program with us, in whatever way we end: the pipe that it reads closes. Where it is, nice starts the program: told
 * from here, the shell may have begun it already.
 */
const WITH_US =
  'command -v nice >/dev/null && set -- nice -n 19 "$@"; exec 3<&0; "$@" </dev/null 3<&- & child=$!; { read -r _ <&3; kill -KILL "$child"; } >/dev/null 2>&1 & wait "$child"';
/** What a program says of a failure, at most. */
const MAX_WORDS = 2000;
const MAX_OUTPUT = 1_000_000;

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Nothing was written for so long: it hangs. Left out: only the whole time counts. */
  readonly silentMs?: number;
  readonly onOutput?: (part: string) => void;
  readonly signal: AbortSignal;
}

/** Runs a program that gives way to everything else; answers what it wrote. Throws EncodeFault, and the reason of the signal. */
export async function runProgram(run: Run): Promise<string> {
  const { args, cwd, program, signal, timeoutMs } = run;
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', WITH_US, 'lectern', program, ...args], {
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  let fault: EncodeFault | undefined;
  const end = () => endGroup(child.pid);
  const fail = (detail: string) => {
    fault ??= new EncodeFault('timeout', detail);
    end();
  };
  const whole = setTimeout(fail, timeoutMs, `it took longer than ${Math.round(timeoutMs / 60_000)} minutes`);
  const silence = run.silentMs ? setTimeout(fail, run.silentMs, 'it made no progress any more') : undefined;
  signal.addEventListener('abort', end, { once: true });
  let output = '';
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    silence?.refresh();
    if (run.onOutput) run.onOutput(part);
    else output = (output + part).slice(0, MAX_OUTPUT);
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    words = (words + part).slice(-MAX_WORDS);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    signal.throwIfAborted();
    if (fault) throw fault;
    if (code !== 0) throw new EncodeFault('failed', words.trim() || `it ended with ${code ?? 'a signal'}`);
    return output;
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    // The shell that watches over us outlives the program otherwise.
    end();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
