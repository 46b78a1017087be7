import type { Exam } from '../courses/exam.ts';
import { ExpressionFault } from './arithmetic/expression.ts';
import { type Banked, type Drawn, isDrawnBy } from './draw.ts';
import type { PaperParts } from './kinds/kind.ts';
import { kindOf, type Question } from './kinds/kinds.ts';
import { withValues } from './parameters.ts';
import { isSame } from './same-question.ts';

/** Why an answer cannot be graded by what its question has become. */
export const UNFIT_REASONS = ['removed', 'kind', 'choices', 'parameters', 'expression', 'rubric'] as const;
export type UnfitReason = (typeof UNFIT_REASONS)[number];

/** An exam and the banks it draws from, as they are now. */
export interface Present extends Pick<Exam, 'questions' | 'draws'> {
  /** The question that was drawn, as its bank holds it now. */
  readonly banked: (origin: Drawn) => Banked | undefined;
}

export interface RegradedExam {
  /** The exam that was asked, each question with the key and the points that it has now. */
  readonly exam: Exam;
  /** Questions that are graded otherwise than they were. */
  readonly corrected: readonly Named[];
  /** Questions that stay as they are, and why. */
  readonly unfit: readonly (Named & { readonly reason: UnfitReason })[];
}

/** A question of an attempt, as its author writes it now: with names instead of numbers. */
interface Named {
  readonly id: string;
  readonly prompt: string;
  /** In which version it is in its bank; null of one that is the exam's own. */
  readonly version: number | null;
}

/**
 * The exam by which the answers to `asked` are graded now; `graded` is the one by which they were. A drawn question is
 * corrected by what its bank holds, a question with numbers keeps the numbers of the attempt. What would not fit the given
 * answers stays as it was.
 */
export function regradeExam(
  { asked, graded = asked }: { readonly asked: Exam; readonly graded?: Exam },
  present: Present,
): RegradedExam {
  const origins = new Map(asked.drawn?.map((each) => [each.id, each]));
  const own = new Map(present.questions.map((question) => [question.id, question]));
  const [corrected, unfit]: [Named[], (Named & { reason: UnfitReason })[]] = [[], []];
  const questions = graded.questions.map((before, index) => {
    const shown = asked.questions[index] ?? before;
    const { id } = shown;
    const origin = origins.get(id);
    const source = sourceOf(shown, { origin, own: own.get(id), present });
    const target = source ? targetOf(shown, source.question, origin) : 'removed';
    const named = { id, prompt: source?.question.prompt ?? shown.prompt, version: source?.version ?? null };
    if (typeof target === 'string') {
      unfit.push({ ...named, reason: target });
      return before;
    }
    if (isSame(target, before)) return before;
    corrected.push(named);
    return target;
  });
  const versions = new Map(corrected.map(({ id, version }) => [id, version]));
  const drawn = graded.drawn?.map((each) => ({ ...each, version: versions.get(each.id) ?? each.version }));
  return { exam: { ...graded, questions, ...(drawn && { drawn }) }, corrected, unfit };
}

interface Origin {
  readonly origin: Drawn | undefined;
  readonly own: Question | undefined;
  readonly present: Present;
}

/** A question as it is now, before its numbers stand in it: of the exam itself, or of the bank it was drawn from. */
function sourceOf(
  shown: Question,
  { origin, own, present }: Origin,
): { readonly question: Question; readonly version: number | null } | null {
  if (!origin?.bank || !origin.key) return own ? { question: own, version: null } : null;
  const { bank, key } = origin;
  const banked = present.banked(origin);
  if (!banked) return null;
  const draw = present.draws.find((each) => each.bank === bank && isDrawnBy(shown.id, each, key));
  const points = draw ? (draw.points ?? banked.question.points) : shown.points;
  return { question: { ...banked.question, id: shown.id, points }, version: banked.version };
}

/** With the numbers of the attempt; why not, where its answers would not fit. */
function targetOf(shown: Question, source: Question, origin: Drawn | undefined): Question | UnfitReason {
  // The topics of what was asked stay: they grade nothing.
  const { lesson, tags } = shown;
  const question = placed({ ...source, lesson, tags }, origin?.values ?? {});
  return typeof question === 'string' ? question : (misfit(shown, question) ?? question);
}

/** With the numbers of an attempt in place; why not, where they do not belong to it. */
function placed(question: Question, values: Drawn['values']): Question | UnfitReason {
  const names = (question.parameters ?? []).map(({ name }) => name);
  if (names.length !== Object.keys(values).length || names.some((name) => !Object.hasOwn(values, name)))
    return 'parameters';
  try {
    return withValues(question, values);
  } catch (error) {
    if (error instanceof ExpressionFault) return 'expression';
    throw error;
  }
}

/** Why answers to what was shown are none to the other; null when they are. */
function misfit(shown: Question, other: Question): UnfitReason | null {
  if (shown.kind !== other.kind) return 'kind';
  if ('rubric' in shown && 'rubric' in other && !isSame(shown.rubric, other.rubric)) return 'rubric';
  const [before, after] = [kindOf(shown).toPaper(shown, ''), kindOf(other).toPaper(other, '')];
  // Who was told a unit answered in it; where none was told, one that is accepted now does no harm.
  const isOtherUnit = before.unit !== null && before.unit !== after.unit;
  return isOtherUnit || !isSame(offered(before), offered(after)) ? 'choices' : null;
}

/** What could be chosen and where, by name and in no order. */
function offered({ choices, code, picture, places }: PaperParts) {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort();
  const spots = places.map((place) => [place.id, ...ids(place.choices)].join(' ')).sort();
  const { alt: _, ...seen } = picture ?? { alt: '' };
  const files = code && { runner: code.spec.runner, paths: Object.keys(code.files).sort() };
  return { choices: ids(choices), places: spots, picture: seen, code: files };
}
