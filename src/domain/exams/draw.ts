import type { Values } from './arithmetic/expression.ts';
import type { Question } from './kinds/kinds.ts';
import { drawValues, withValues } from './parameters.ts';
import { shuffled } from './scramble.ts';

/** So many questions of a bank, those with all of these tags, drawn anew for each attempt. */
export interface Draw {
  readonly id: string;
  /** Slug of the bank. */
  readonly bank: string;
  readonly tags: readonly string[];
  readonly count: number;
  /** What each of them is worth; null: what the bank says. */
  readonly points: number | null;
}

/** A question as a bank holds it. */
export interface Banked {
  readonly key: string;
  readonly version: number;
  readonly question: Question;
}

/** Where a question of an attempt comes from, and its numbers. */
export interface Drawn {
  readonly id: string;
  readonly bank: string | null;
  readonly key: string | null;
  readonly version: number | null;
  readonly values: Values;
}

/**
 * The questions that an attempt asks: the exam's own, then what its draws draw from `pools`, all with their numbers in
 * place. The same seed draws the same; no question of a bank is asked twice.
 */
export function drawQuestions(
  { draws, questions }: { readonly questions: readonly Question[]; readonly draws: readonly Draw[] },
  pools: ReadonlyMap<string, readonly Banked[]>,
  seed: string,
): { questions: Question[]; drawn: Drawn[] } {
  const asked: Question[] = [];
  const drawn: Drawn[] = [];
  const ask = (question: Question, origin: Pick<Drawn, 'bank' | 'key' | 'version'>) => {
    const values = drawValues(question, seed);
    asked.push(withValues(question, values));
    if (origin.bank !== null || Object.keys(values).length > 0)
      drawn.push({ id: question.id, ...origin, values });
  };
  for (const question of questions) ask(question, { bank: null, key: null, version: null });
  const taken = new Set<string>();
  for (const { bank, count, id, points } of draws) {
    const pool = new Map((pools.get(id) ?? []).map((banked) => [banked.key, banked]));
    const free = [...pool.keys()].filter((key) => !taken.has(`${bank} ${key}`));
    for (const key of shuffled(free, `${seed} ${id} `).slice(0, count)) {
      const banked = pool.get(key);
      if (!banked) continue;
      taken.add(`${bank} ${key}`);
      const { question, version } = banked;
      ask({ ...question, id: `${id}-${key}`, points: points ?? question.points }, { bank, key, version });
    }
  }
  return { questions: asked, drawn };
}
