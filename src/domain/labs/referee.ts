import { type LabCheck, type LabFiles, type LabSpec, pointsOf } from './lab-spec.ts';
import type { Compiled, Instruments, Player } from './player.ts';
import { askProbe } from './probes/ask-probe.ts';
import type { Finding } from './probes/finding.ts';
import { type Answer, limitTime, type Question } from './question.ts';
import { engineFault, readAnswer } from './read-answer.ts';
import { fitResults, resultOf } from './show-result.ts';
import type { CheckResult, Verdict } from './verdict.ts';

/** After so many players that had to be stopped, the rest is not asked: it would be stopped as well. */
const STOPS = 3;

/**
 * Of a lab, what is asked and reported: the visible checks, as in the page; all of them, as of a submission; or all in the same
 * way, with what each hidden one found, for the author.
 */
export type Extent = 'visible' | 'all' | 'revealed';

/**
 * Asks the questions of a lab and decides. Players get questions only, so whoever answers without having solved the
 * lab has to guess.
 */
export async function referee(
  spec: LabSpec,
  files: LabFiles,
  instruments: Instruments,
  extent: Extent,
): Promise<Verdict> {
  const compiled = await compile(spec, files, instruments);
  const checks = spec.checks.filter((check) => extent !== 'visible' || !check.hidden);
  const isRevealed = extent === 'revealed';
  const results = await decideAll(checks, () => new Bench(spec, compiled.files, instruments, isRevealed));
  const most = checks.reduce((sum, check) => sum + pointsOf(check), 0);
  const points = results.reduce((sum, result) => sum + (result.ok ? result.points : 0), 0);
  const enough =
    spec.pass === 'all' || extent === 'visible' ? results.every(({ ok }) => ok) : points >= spec.pass;
  const passed = enough && checks.length > 0 && compiled.diagnostics.length === 0;
  return { passed, points, most, results: fitResults(results), diagnostics: compiled.diagnostics };
}

/**
 * Decides in the author's order. Where a hidden check would stand between visible ones in their player, the visible ones are
 * asked by themselves, as the page does: what the learner's code keeps of a hidden question can't reach an output that is shown.
 */
async function decideAll(checks: readonly LabCheck[], openBench: () => Bench): Promise<CheckResult[]> {
  const results = new Map<LabCheck, CheckResult>();
  const visible = checks.filter(({ hidden }) => !hidden);
  const isApart = isMixed(checks);
  const shown = openBench();
  for (const check of isApart ? visible : checks) results.set(check, await shown.decide(check));
  await shown.close();
  const whole = openBench();
  for (const group of isApart ? groupsOf(checks) : []) {
    // All again up to the last hidden one, which finds what those before it leave behind.
    for (const check of group.slice(0, group.findLastIndex(({ hidden }) => hidden) + 1)) {
      if (check.hidden) results.set(check, await whole.decide(check));
      else if (shown.stoppedAt.has(check)) await whole.close();
      else await whole.decide(check);
    }
    await whole.close();
  }
  return checks.flatMap((check) => results.get(check) ?? []);
}

/** Whether a check is asked in the player of the one before it: of those that are set up alike. */
function sharesPlayer(before: LabCheck | undefined, check: LabCheck): boolean {
  return before !== undefined && !check.fresh && check.setup === before.setup;
}

/** Checks one after the other that have one player. */
function groupsOf(checks: readonly LabCheck[]): LabCheck[][] {
  const groups: LabCheck[][] = [];
  for (const check of checks) {
    const group = groups.at(-1);
    if (group && sharesPlayer(group.at(-1), check)) group.push(check);
    else groups.push([check]);
  }
  return groups;
}

/** Whether a visible check would have a hidden one before it in its player, or has another player than without hidden ones. */
function isMixed(checks: readonly LabCheck[]): boolean {
  return checks.some((check, at) => {
    const before = checks[at - 1];
    if (check.hidden || !before?.hidden) return false;
    const shownBefore = checks.slice(0, at).findLast(({ hidden }) => !hidden);
    return sharesPlayer(before, check) || sharesPlayer(shownBefore, check);
  });
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
  readonly #isRevealed: boolean;
  #player: Player | undefined;
  #last: LabCheck | undefined;
  #stops = 0;
  /** The checks whose player was stopped. */
  readonly stoppedAt = new Set<LabCheck>();

  constructor(spec: LabSpec, files: LabFiles, instruments: Instruments, isRevealed: boolean) {
    this.#spec = spec;
    this.#files = files;
    this.#instruments = instruments;
    this.#isRevealed = isRevealed;
  }

  async decide(check: LabCheck): Promise<CheckResult> {
    const finding = await this.#find(check);
    const { error } = finding.answer;
    const fault = error && !finding.ok ? engineFault(error) : undefined;
    if (error && engineFault(error)) {
      this.stoppedAt.add(check);
      await this.#stop();
    }
    return resultOf(this.#isRevealed ? { ...check, hidden: false } : check, finding, fault);
  }

  async close(): Promise<void> {
    const player = this.#player;
    this.#player = undefined;
    await player?.close();
  }

  async #find(check: LabCheck): Promise<Finding> {
    if (this.#stops >= STOPS) return failed({ error: { name: 'Timeout', message: '' } });
    if (!sharesPlayer(this.#last, check)) await this.close();
    this.#last = check;
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
    return readAnswer(await this.#player?.ask(limitTime(question, this.#spec.limits.seconds)));
  }

  async #stop(): Promise<void> {
    this.#stops += 1;
    await this.close();
  }
}

function failed(answer: Answer): Finding {
  return { ok: false, answer };
}
