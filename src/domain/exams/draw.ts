import type { Values } from './arithmetic/expression.ts';
import type { Question } from './kinds/kinds.ts';
import { drawQuestion } from './parameters.ts';
import { shuffled } from './scramble.ts';

/** So many questions of a bank, those with all of these tags, drawn for each attempt. */
export interface Draw {
  readonly id: string;
  /** Slug of the bank. */
  readonly bank: string;
  readonly tags: readonly string[];
  readonly count: number;
  /** What each of them is worth; null: what the bank says. */
  readonly points: number | null;
  /** Key of the lesson that its questions belong to. */
  readonly lesson?: string | undefined;
}

/** A question as a bank holds it. */
export interface Banked {
  /** Its own for good; a key can be given to another question once this one is deleted. */
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly question: Question;
}

/** Where a question of an attempt comes from, and its numbers. */
export interface Drawn {
  readonly id: string;
  readonly bank: string | null;
  readonly key: string | null;
  /** Id of the question in its bank; left out: it is the exam's own, or was drawn before ids were kept. */
  readonly questionId?: string | undefined;
  readonly version: number | null;
  readonly values: Values;
}

type Drawing = readonly Pick<Draw, 'id' | 'bank' | 'count'>[];
/** The keys that each draw chooses from, by its id. */
type Pools = ReadonlyMap<string, readonly string[]>;

/** Which questions of its bank each draw takes, by its id; no question of a bank is taken twice. */
export function chooseKeys(draws: Drawing, pools: Pools, seed: string): Map<string, string[]> {
  return takeKeys(draws, pools, (free, id) => shuffled(free, `${seed} ${id} `));
}

/** How many questions these draws take together. Where they overlap in part, single attempts can take more or fewer. */
export function countTaken(draws: Drawing, pools: Pools): number {
  // Nothing is shuffled: banks can be large, and all that counts is how many there are.
  return [...takeKeys(draws, pools, (free) => free).values()].flat().length;
}

function takeKeys(
  draws: Drawing,
  pools: Pools,
  inOrder: (free: readonly string[], id: string) => readonly string[],
): Map<string, string[]> {
  const taken = new Set<string>();
  return new Map(
    draws.map(({ bank, count, id }) => {
      const free = (pools.get(id) ?? []).filter((key) => !taken.has(`${bank} ${key}`));
      const chosen = inOrder(free, id).slice(0, count);
      for (const key of chosen) taken.add(`${bank} ${key}`);
      return [id, chosen];
    }),
  );
}

function drawnId(drawId: string, key: string): string {
  return `${drawId}-${key}`;
}

/** The exam's own question, or what another draw took, can have the same id by chance: then a number is added. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  return free;
}

/** Whether a question of this id is the one with this key that this draw took. */
export function isDrawnBy(id: string, draw: Pick<Draw, 'id'>, key: string): boolean {
  const drawn = drawnId(draw.id, key);
  return id === drawn || (id.startsWith(`${drawn}-`) && /^\d+$/.test(id.slice(drawn.length + 1)));
}

/**
 * The questions that an attempt asks: the exam's own, then what its draws have chosen, all with their numbers in place.
 * The same seed makes the same numbers.
 */
export function drawQuestions(
  { draws, questions }: { readonly questions: readonly Question[]; readonly draws: readonly Draw[] },
  chosen: ReadonlyMap<string, readonly Banked[]>,
  seed: string,
): { questions: Question[]; drawn: Drawn[] } {
  const asked: Question[] = [];
  const drawn: Drawn[] = [];
  const ids = new Set<string>();
  const ask = (question: Question, origin: Omit<Drawn, 'id' | 'values'>) => {
    const { question: placed, values } = drawQuestion(question, seed);
    ids.add(placed.id);
    asked.push(placed);
    if (origin.bank !== null || Object.keys(values).length > 0)
      drawn.push({ id: question.id, ...origin, values });
  };
  for (const question of questions) ask(question, { bank: null, key: null, version: null });
  for (const { bank, id, lesson, points } of draws)
    for (const { id: questionId, key, question, tags, version } of chosen.get(id) ?? []) {
      const named = { ...question, id: freeId(drawnId(id, key), ids), points: points ?? question.points };
      const origin = { bank, key, questionId, version };
      ask({ ...named, ...(tags.length > 0 && { tags }), ...(lesson && { lesson }) }, origin);
    }
  return { questions: asked, drawn };
}
