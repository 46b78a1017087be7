import { shuffled } from '../../scramble.ts';
import { byPlace, choiceId, toChoices } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { type NumberQuestion, number } from '../number/number.ts';
import { isAccepted } from '../same-text.ts';
import { type SingleQuestion, single } from '../single/single.ts';
import { type TextQuestion, text } from '../text/text.ts';

export interface GapsQuestion extends Asked {
  readonly kind: 'gaps';
  /** In the order in which the prompt numbers them: (1), (2). */
  readonly gaps: readonly Gap[];
  /** Of gaps that are no questions of their own. */
  readonly caseSensitive: boolean;
}

type Gap = PlainGap | QuestionGap;
interface Weighted {
  /** How much of the points is this gap's, beside the weights of the others; 1 where none is said. */
  readonly weight?: number | undefined;
}

/** A gap that is right or wrong. */
interface PlainGap extends Weighted {
  readonly kind?: undefined;
  /** Every form that is right; key. */
  readonly answers: readonly string[];
  /** Wrong forms offered beside the first right one; without any, one writes. */
  readonly wrong: readonly string[];
}

/** A gap that is a question of its own, so that each of its answers can earn another part of its weight. */
type QuestionGap = (
  | Omit<TextQuestion, keyof Asked>
  | Omit<NumberQuestion, keyof Asked | 'unit'>
  | Omit<SingleQuestion, keyof Asked>
) &
  Weighted;
type Inner = TextQuestion | NumberQuestion | SingleQuestion;

/** The rules of each kind of question that can stand in a gap. */
const RULES = { text, number, single } as const;

/** A text with numbered gaps, to be written or chosen; each gap earns its part, by its weight. */
export const gaps: Kind<GapsQuestion> = {
  empty: (head) => ({ ...head, kind: 'gaps', gaps: [{ answers: [''], wrong: [] }], caseSensitive: false }),
  withValues: (question, values) => ({
    ...question,
    gaps: question.gaps.map((gap) => {
      if (gap.kind !== 'number') return gap;
      const { answer, partial } = number.withValues?.(innerOf(question, gap), values) ?? gap;
      return { ...gap, answer, ...(partial && { partial }) };
    }),
  }),
  grade: (question, answer) => {
    const given = byPlace(answer);
    const all = question.gaps;
    const earned = all.map((gap, at) => weightOf(gap) * partIn(question, gap, given[String(at + 1)] ?? ''));
    return sumOf(earned) / sumOf(all.map(weightOf));
  },
  toPaper: (question, seed) => ({
    ...NO_PARTS,
    places: question.gaps.map((gap, at) => ({
      id: String(at + 1),
      text: `(${at + 1})`,
      choices: toChoices(question.id, shuffled(offeredIn(gap), seed + question.id)),
      ...(gap.kind === 'number' && { isNumber: true }),
    })),
  }),
  toKey: (question) =>
    Object.fromEntries(question.gaps.map((gap, at) => [String(at + 1), keyOf(question, gap)])),
};

const weightOf = ({ weight = 1 }: Gap) => weight;
const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

function partIn(question: GapsQuestion, gap: Gap, given: string): number {
  if (gap.kind) {
    const inner = innerOf(question, gap);
    return ruleOf(inner).grade(inner, given);
  }
  const { answers, wrong } = gap;
  const isRight =
    wrong.length > 0
      ? given === choiceId(question.id, answers[0] ?? '')
      : isAccepted(given, answers, question.caseSensitive);
  return isRight ? 1 : 0;
}

/** What can be chosen; nothing where one writes. */
function offeredIn(gap: Gap): readonly string[] {
  if (gap.kind) return gap.kind === 'single' ? gap.options.map((option) => option.text) : [];
  const { answers, wrong } = gap;
  return wrong.length === 0 ? [] : [answers[0] ?? '', ...wrong];
}

function keyOf(question: GapsQuestion, gap: Gap): string {
  if (gap.kind) {
    const inner = innerOf(question, gap);
    return String(ruleOf(inner).toKey(inner));
  }
  const [first = ''] = gap.answers;
  return gap.wrong.length === 0 ? first : choiceId(question.id, first);
}

/** A gap as the question that it is: its choices are named by the question around it. */
function innerOf<Of extends QuestionGap>({ id }: GapsQuestion, gap: Of): Of & Asked {
  return { id, prompt: '', points: 1, explanation: '', ...gap };
}

function ruleOf({ kind }: Inner): Kind<Inner> {
  return RULES[kind] as unknown as Kind<Inner>;
}
