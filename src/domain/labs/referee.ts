import { type LabCheck, type LabFiles, type LabSpec, pointsOf } from './lab-spec.ts';
import type { Compiled, Instruments, Player } from './player.ts';
import { askProbe } from './probes/ask-probe.ts';
import { shorten } from './probes/compare-text.ts';
import type { Finding } from './probes/finding.ts';
import type { Answer, Question } from './question.ts';
import { engineFault, readAnswer } from './read-answer.ts';
import type { CheckResult, Verdict } from './verdict.ts';

/** After so many players that had to be stopped, the rest is not asked: it would be stopped as well. */
const STOPS = 3;
const LONGEST_TEXT = 4000;
const LONGEST_OUT = 16_384;

/**
 * Asks the questions of a lab and decides. Players get questions only, so whoever answers without having solved the
 * lab has to guess.
 */
export async function referee(
  spec: LabSpec,
  files: LabFiles,
  instruments: Instruments,
  which: 'visible' | 'all',
): Promise<Verdict> {
  const compiled = await compile(spec, files, instruments);
  const bench = new Bench(spec, compiled.files, instruments);
  const checks = spec.checks.filter((check) => which === 'all' || !check.hidden);
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await bench.decide(check));
  await bench.close();
  const most = checks.reduce((sum, check) => sum + pointsOf(check), 0);
  const points = results.reduce((sum, result) => sum + (result.ok ? result.points : 0), 0);
  const enough =
    spec.pass === 'all' || which === 'visible' ? results.every(({ ok }) => ok) : points >= spec.pass;
  const passed = enough && checks.length > 0 && compiled.diagnostics.length === 0;
  return { passed, points, most, results, diagnostics: compiled.diagnostics };
}

/** What the author gives stands above what the learner names alike. */
async function compile(spec: LabSpec, files: LabFiles, instruments: Instruments): Promise<Compiled> {
  const all = { ...files, ...spec.given };
  return (await instruments.compile?.(all, spec.typecheck)) ?? { files: all, diagnostics: [] };
}

/** The players of one judgement, one after the other. */
class Bench {
  readonly #spec: LabSpec;
  readonly #files: LabFiles;
  readonly #instruments: Instruments;
  #player: Player | undefined;
  /** What the player was set up with, besides what the whole lab is. */
  #setup: string | undefined;
  #stops = 0;

  constructor(spec: LabSpec, files: LabFiles, instruments: Instruments) {
    this.#spec = spec;
    this.#files = files;
    this.#instruments = instruments;
  }

  async decide(check: LabCheck): Promise<CheckResult> {
    const finding = await this.#find(check);
    const { error } = finding.answer;
    const fault = error && !finding.ok ? engineFault(error) : undefined;
    if (error && engineFault(error)) await this.#stop();
    return resultOf(check, finding, fault);
  }

  async close(): Promise<void> {
    const player = this.#player;
    this.#player = undefined;
    await player?.close();
  }

  async #find(check: LabCheck): Promise<Finding> {
    if (this.#stops >= STOPS) return failed({ error: { name: 'Timeout', message: '' } });
    // Checks one after the other that are set up alike have one player.
    if (check.fresh || check.setup !== this.#setup) await this.close();
    // A player that does not start is no fault of the learner: that is not caught here.
    const isNew = this.#player === undefined;
    this.#player ??= await this.#instruments.open();
    try {
      const unready = await this.#seat(check, isNew);
      if (unready) return failed(unready);
      const ask = (question: Question) => this.#ask(question);
      return await askProbe(check.probe, { ask, files: this.#files });
    } catch {
      await this.#stop();
      return failed({ error: { name: 'Garbled', message: '' } });
    }
  }

  /** Gives the player the files and what is set up; answers what went wrong there. */
  async #seat(check: LabCheck, isNew: boolean): Promise<Answer | undefined> {
    if (!isNew) return undefined;
    this.#setup = check.setup;
    const loaded = await this.#ask({ op: 'load', files: this.#files });
    if (loaded.error) return loaded;
    const given = (this.#spec.setup ?? []).map((path) => this.#spec.given[path] ?? '');
    for (const code of check.setup === undefined ? given : [...given, check.setup]) {
      const done = await this.#ask({ op: 'setup', code });
      if (done.error) {
        // Half set up it is of no use to the next check.
        await this.close();
        return done;
      }
    }
    return undefined;
  }

  async #ask(question: Question): Promise<Answer> {
    const ms = this.#spec.limits.seconds * 1000;
    const raw = await this.#player?.ask({ ...question, ms });
    return readAnswer(raw);
  }

  async #stop(): Promise<void> {
    this.#stops += 1;
    await this.close();
  }
}

function failed(answer: Answer): Finding {
  return { ok: false, answer };
}

/** Of a hidden check only what helps without giving it away. */
function resultOf(check: LabCheck, finding: Finding, fault: CheckResult['fault']): CheckResult {
  const { id, name, hidden = false } = check;
  const reported = {
    id,
    name,
    hidden,
    ok: finding.ok,
    points: pointsOf(check),
    ...(check.hint !== undefined && !finding.ok ? { hint: check.hint } : {}),
    ...(fault ? { fault } : {}),
  };
  if (hidden) return reported;
  const { asked, expected, actual, where, reply, answer } = finding;
  const texts = { asked, expected, actual };
  const shown = Object.entries(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, shorten(text, LONGEST_TEXT)] as const],
  );
  return {
    ...reported,
    ...Object.fromEntries(shown),
    ...(where !== undefined && !finding.ok ? { where } : {}),
    ...(reply ? { reply: { ...reply, body: shorten(reply.body, LONGEST_TEXT) } } : {}),
    ...(answer.out ? { out: shorten(answer.out, LONGEST_OUT) } : {}),
    ...(answer.error?.file !== undefined ? { file: answer.error.file } : {}),
    ...(answer.error?.line !== undefined ? { line: answer.error.line } : {}),
  };
}
