import type { DomProbe, DomStep, HttpProbe, TextParts } from '../lab-spec.ts';
import type { Replied } from '../question.ts';
import { faultText, readReply } from '../read-answer.ts';
import { isSame, showWire, toWire } from '../wire.ts';
import { tidy } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';

/** Sends a request to the learner's server and compares the reply. */
export async function askHttp(probe: HttpProbe, { ask }: Asked): Promise<Finding> {
  const { module, request } = probe;
  const asked = `${request.method} ${request.path}`;
  for (const earlier of probe.before ?? []) {
    const answer = await ask({ op: 'http', module, request: earlier });
    if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  }
  const answer = await ask({ op: 'http', module, request });
  if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  const reply = readReply(answer.value);
  const wrong = replyFault(probe, reply);
  return wrong ? { ok: false, asked, answer, reply, ...wrong } : { ok: true, asked, answer, reply };
}

type ReplyFault = Pick<Finding, 'where' | 'expected' | 'actual'>;

function replyFault(probe: HttpProbe, reply: Replied): ReplyFault | undefined {
  if (probe.status !== undefined && reply.status !== probe.status)
    return { where: 'status', expected: String(probe.status), actual: String(reply.status) };
  for (const [name, expected] of Object.entries(probe.headers ?? {})) {
    const actual = reply.headers[name.toLowerCase()] ?? null;
    const fault = headerFault(actual, expected);
    if (fault !== undefined) return { where: name, expected: fault, actual: actual ?? '' };
  }
  const fault = bodyFault(reply.body, probe.body);
  return fault === undefined ? undefined : { where: 'body', expected: fault, actual: reply.body };
}

/** What a header should have been, if it is something else. */
function headerFault(actual: string | null, expected: string | TextParts | null): string | undefined {
  if (expected === null || typeof expected === 'string')
    return actual === expected ? undefined : (expected ?? '');
  return partsFault((actual ?? '').toLowerCase(), expected, (part) => part.toLowerCase());
}

function bodyFault(actual: string, expected: HttpProbe['body']): string | undefined {
  if (expected === undefined) return undefined;
  if (typeof expected !== 'string') return partsFault(actual, expected, (part) => part);
  return tidy(actual) === tidy(expected) ? undefined : expected;
}

/** Ellipses stand for what may be there besides; a part that must be missing is struck by a sign. */
function partsFault(
  text: string,
  { contains = [], lacks = [] }: TextParts,
  fold: (part: string) => string,
): string | undefined {
  const missing = contains.find((part) => !text.includes(fold(part)));
  if (missing !== undefined) return `…${missing}…`;
  const extra = lacks.find((part) => text.includes(fold(part)));
  return extra === undefined ? undefined : `≠ …${extra}…`;
}

/** Does steps in a page and compares what a selector finds afterwards. */
export async function askDom(probe: DomProbe, { ask }: Asked): Promise<Finding> {
  const { page, steps = [], select, read } = probe;
  const answer = await ask({ op: 'dom', page, steps, select, read });
  const asked = [...steps.map(stepText), `${read}: ${select}`].join('\n');
  const expected = toWire(probe.equals);
  const actual = answer.error ? faultText(answer.error) : showWire(answer.value);
  const ok = !answer.error && isSame(answer.value, expected);
  return { ok, asked, expected: showWire(expected), actual, answer };
}

/** A step as authors write it. */
function stepText(step: DomStep): string {
  if ('type' in step) return `type: ${step.type}, text: ${JSON.stringify(step.text)}`;
  return Object.entries(step)
    .map(([word, value]) => `${word}: ${value}`)
    .join(', ');
}
