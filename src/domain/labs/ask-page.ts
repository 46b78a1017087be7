import { tidy } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';
import type { DomProbe, HttpProbe } from './lab-spec.ts';
import type { Replied } from './question.ts';
import { faultText, readReply } from './read-answer.ts';
import { isSame, showWire, toWire } from './wire.ts';

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

function replyFault(
  probe: HttpProbe,
  reply: Replied,
): Pick<Finding, 'where' | 'expected' | 'actual'> | undefined {
  if (probe.status !== undefined && reply.status !== probe.status)
    return { where: 'status', expected: String(probe.status), actual: String(reply.status) };
  for (const [name, expected] of Object.entries(probe.headers ?? {})) {
    const actual = reply.headers[name.toLowerCase()] ?? null;
    if (actual !== expected) return { where: name, expected: expected ?? '', actual: actual ?? '' };
  }
  if (probe.body !== undefined && tidy(reply.body) !== tidy(probe.body))
    return { where: 'body', expected: probe.body, actual: reply.body };
  return undefined;
}

/** Does steps in a page and compares what a selector finds afterwards. */
export async function askDom(probe: DomProbe, { ask }: Asked): Promise<Finding> {
  const { page, steps = [], select, read } = probe;
  const answer = await ask({ op: 'dom', page, steps, select, read });
  const asked = `${select} (${read})`;
  const expected = toWire(probe.equals);
  const actual = answer.error ? faultText(answer.error) : showWire(answer.value);
  const ok = !answer.error && isSame(answer.value, expected);
  return { ok, asked, expected: showWire(expected), actual, answer };
}
