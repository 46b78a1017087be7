import type { CallProbe, EvalProbe } from '../lab-spec.ts';
import { faultText, isThrown } from '../read-answer.ts';
import { isSame, showWire, toWire } from '../wire.ts';
import { shorten } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';

/** Calls a function and compares what it returns or throws. */
export async function askCall(probe: CallProbe, { ask }: Asked): Promise<Finding> {
  const args = probe.args.map(toWire);
  const answer = await ask({ op: 'call', module: probe.module, path: probe.call.split('.'), args });
  const asked = `${probe.call}(${args.map((arg) => showWire(arg)).join(', ')})`;
  const actual = answer.error ? faultText(answer.error) : showWire(answer.value);
  if (probe.throws !== undefined) {
    return { ok: isThrown(answer, probe.throws), asked, expected: probe.throws, actual, answer };
  }
  const expected = toWire(probe.equals ?? null);
  const ok = !answer.error && isSame(answer.value, expected, probe.tolerance);
  return { ok, asked, expected: showWire(expected), actual, answer };
}

/** Evaluates the author's code; text is compared as it is, since Python answers how a value reads. */
export async function askEval(probe: EvalProbe, { ask }: Asked): Promise<Finding> {
  const answer = await ask({ op: 'eval', code: probe.code });
  const plain = (value: unknown) => (typeof value === 'string' ? value : showWire(value));
  const actual = answer.error ? faultText(answer.error) : shorten(plain(answer.value), 4000);
  if (probe.raises !== undefined) {
    return { ok: isThrown(answer, probe.raises), asked: probe.code, expected: probe.raises, actual, answer };
  }
  const expected = toWire(probe.equals ?? null);
  const ok = !answer.error && isSame(answer.value, expected);
  return { ok, asked: probe.code, expected: plain(expected), actual, answer };
}
