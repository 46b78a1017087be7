import { tidy } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';
import type { RunProbe, ShellProbe } from './lab-spec.ts';
import { faultText, readCommanded, readRan } from './read-answer.ts';

/** Runs a program and compares its output, its end and the files it wrote. */
export async function askRun(probe: RunProbe, { ask }: Asked): Promise<Finding> {
  const { file, stdin = '', argv = [] } = probe;
  const answer = await ask({ op: 'run', file, stdin, argv });
  const asked = [file, ...argv].join(' ');
  if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  const { exit, fault, stderr } = readRan(answer.value);
  const out = answer.out ?? '';
  // What it ended by says more than what is missing because of it: the line, or the limit that was reached.
  const ended = fault ? { ...answer, error: fault } : answer;
  const told = stderr.split('\n').slice(-8).join('\n');
  const shown = [out, told].filter((text) => text !== '').join('\n');
  if (probe.stdout !== undefined && tidy(out) !== tidy(probe.stdout))
    return { ok: false, asked, where: 'output', expected: probe.stdout, actual: shown, answer: ended };
  if (probe.exit !== undefined && exit !== probe.exit)
    return {
      ok: false,
      asked,
      where: 'exit',
      expected: String(probe.exit),
      actual: String(exit),
      answer: ended,
    };
  if (probe.exit === undefined && exit !== 0)
    return { ok: false, asked, where: 'exit', expected: '0', actual: shown, answer: ended };
  for (const [path, expected] of Object.entries(probe.files ?? {})) {
    const written = await ask({ op: 'read', path });
    const actual = typeof written.value === 'string' ? written.value : '';
    if (written.error || tidy(actual) !== tidy(expected))
      return { ok: false, asked, where: path, expected, actual, answer: written.error ? written : ended };
  }
  return { ok: true, asked, answer };
}

/** Runs the learner's script if one is named, then asks a command what has come of it. */
export async function askShell(probe: ShellProbe, { ask, files }: Asked): Promise<Finding> {
  if (probe.file !== undefined) {
    const ran = await ask({ op: 'setup', code: files[probe.file] ?? '' });
    if (ran.error) return { ok: false, asked: probe.file, actual: faultText(ran.error), answer: ran };
  }
  const answer = await ask({ op: 'sh', command: probe.command });
  const asked = probe.command;
  if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  const { stdout, stderr, exit } = readCommanded(answer.value);
  if (probe.stdout !== undefined && tidy(stdout) !== tidy(probe.stdout))
    return { ok: false, asked, where: 'output', expected: probe.stdout, actual: stdout || stderr, answer };
  if (probe.exit !== undefined && exit !== probe.exit)
    return { ok: false, asked, where: 'exit', expected: String(probe.exit), actual: String(exit), answer };
  return { ok: probe.stdout !== undefined || probe.exit !== undefined || exit === 0, asked, answer };
}
