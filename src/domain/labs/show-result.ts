import { type LabCheck, pointsOf } from './lab-spec.ts';
import { shorten } from './probes/compare-text.ts';
import type { Finding } from './probes/finding.ts';
import type { Replied } from './question.ts';
import type { CheckResult } from './verdict.ts';

const LONGEST_TEXT = 4000;
const LONGEST_OUT = 16_384;
const MAX_HEADERS = 50;
const LONGEST_HEADER_NAME = 200;
const LONGEST_HEADER = 2000;
/** Of all results together, as JSON writes them: they are kept, and lists of them are read at once. */
const MAX_CHARACTERS = 60_000;
/** Texts of a hundredth of their length say nothing any more. */
const LEAST_SHARE = 0.01;

/** Of a hidden check only what helps without giving it away. */
export function resultOf(check: LabCheck, finding: Finding, fault: CheckResult['fault']): CheckResult {
  const { id, name, hidden = false } = check;
  // Which of the others it was would be told by whoever has seen the hidden question.
  const shownFault = hidden && fault !== 'Timeout' ? undefined : fault;
  const reported = {
    id,
    name,
    hidden,
    ok: finding.ok,
    points: pointsOf(check),
    ...(check.hint !== undefined && !finding.ok ? { hint: check.hint } : {}),
    ...(shownFault ? { fault: shownFault } : {}),
  };
  if (hidden) return reported;
  const { actual, answer, asked, expected, reply, where } = finding;
  const result = {
    ...reported,
    ...(asked !== undefined && { asked }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(where !== undefined && !finding.ok && { where }),
    ...(reply && { reply }),
    ...(answer.out && { out: answer.out }),
    ...(answer.error?.file !== undefined && { file: answer.error.file }),
    ...(answer.error?.line !== undefined && { line: answer.error.line }),
  };
  return shortResult(result, 1);
}

/** Results whose texts are no more together than is kept: the more there are, the less of each. */
export function fitResults(results: readonly CheckResult[]): readonly CheckResult[] {
  let fitting = results;
  for (let share = 0.5; share > LEAST_SHARE && isTooLong(fitting); share /= 2)
    fitting = results.map((result) => shortResult(result, share));
  return fitting;
}

function isTooLong(results: readonly CheckResult[]): boolean {
  return JSON.stringify(results).length > MAX_CHARACTERS;
}

/** A result with this share of how long its texts may be. */
function shortResult(result: CheckResult, share: number): CheckResult {
  const { actual, asked, expected, out, reply } = result;
  const text = (given: string) => shorten(given, Math.ceil(LONGEST_TEXT * share));
  return {
    ...result,
    ...(asked !== undefined && { asked: text(asked) }),
    ...(expected !== undefined && { expected: text(expected) }),
    ...(actual !== undefined && { actual: text(actual) }),
    ...(out !== undefined && { out: shorten(out, Math.ceil(LONGEST_OUT * share)) }),
    ...(reply && {
      reply: { ...reply, body: text(reply.body), headers: shortHeaders(reply.headers, share) },
    }),
  };
}

function shortHeaders(headers: Replied['headers'], share: number): Replied['headers'] {
  const shown = Object.entries(headers).slice(0, Math.ceil(MAX_HEADERS * share));
  return Object.fromEntries(
    shown.map(([name, value]) => [
      shorten(name, LONGEST_HEADER_NAME),
      shorten(value, Math.ceil(LONGEST_HEADER * share)),
    ]),
  );
}
