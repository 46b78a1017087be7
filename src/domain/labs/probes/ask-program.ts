import type { LabFiles, RunProbe, ShellProbe } from '../lab-spec.ts';
import type { Answer } from '../question.ts';
import { faultText, readCommanded, readRan } from '../read-answer.ts';
import { tidy } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';

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
  const errors = stderr.split('\n').slice(-8).join('\n');
  const shown = [out, errors].filter((text) => text !== '').join('\n');
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
  return (await askFiles(probe.files, { ask, asked, answer: ended })) ?? { ok: true, asked, answer };
}

/** The first of the expected files that isn't there as it should be, if there is one. */
async function askFiles(
  files: LabFiles = {},
  { ask, asked, answer }: Pick<Asked, 'ask'> & { asked: string; answer: Answer },
): Promise<Finding | undefined> {
  for (const [path, expected] of Object.entries(files)) {
    const written = await ask({ op: 'read', path });
    const actual = typeof written.value === 'string' ? written.value : '';
    if (written.error || tidy(actual) !== tidy(expected))
      return { ok: false, asked, where: path, expected, actual, answer: written.error ? written : answer };
  }
  return undefined;
}

/** Runs the learner's script if one is named, then asks a command what has come of it. */
export async function askShell(probe: ShellProbe, { ask }: Asked): Promise<Finding> {
  const { command: asked, file } = probe;
  const answer = await ask({ op: 'sh', command: asked, ...(file !== undefined && { file }) });
  if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  const { stdout, stderr, exit } = readCommanded(answer.value);
  const fails = (where: string, expected: string, actual: string): Finding => ({
    ok: false,
    asked,
    where,
    expected,
    actual,
    answer,
  });
  if (probe.stdout !== undefined && tidy(stdout) !== tidy(probe.stdout))
    return fails('output', probe.stdout, stdout || stderr);
  if (probe.exit !== undefined && exit !== probe.exit)
    return fails('exit', String(probe.exit), [exit, stderr].join('\n').trimEnd());
  const other = await askFiles(probe.files, { ask, asked, answer });
  if (other) return other;
  const isCompared = [probe.stdout, probe.exit, probe.files].some((each) => each !== undefined);
  return isCompared || exit === 0 ? { ok: true, asked, answer } : fails('exit', '0', `${exit}\n${stderr}`);
}
