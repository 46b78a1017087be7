import type { FormOf } from '../../author/form-question.ts';
import { toAnswer } from '../number/to-answer.ts';

export type Gap = FormOf<'gaps'>['gaps'][number];
export type PlainGap = Extract<Gap, { kind?: undefined }>;
export type QuestionGap = Exclude<Gap, PlainGap>;
export type GapKind = QuestionGap['kind'] | 'plain';

/** A gap of another kind, with as much of its answers as that kind can hold. */
export function asGapKind(gap: Gap, kind: GapKind, { caseSensitive }: FormOf<'gaps'>): Gap {
  const { right, wrong } = formsOf(gap);
  const [first = ''] = right;
  const weight = gap.weight !== undefined && { weight: gap.weight };
  switch (kind) {
    case 'plain':
      return { answers: right, wrong, ...weight };
    case 'text':
      return { kind, answers: right, caseSensitive, ...weight };
    case 'number':
      return { kind, answer: toAnswer(first), tolerance: 0, ...weight };
    case 'single': {
      const others = wrong.length > 0 ? wrong : [''];
      const options = [
        { text: first, correct: true, fraction: 100 },
        ...others.map((text) => ({ text, correct: false, fraction: 0 })),
      ];
      return { kind, options, ...weight };
    }
  }
}

/** What earns everything, and what else is offered. */
function formsOf(gap: Gap): { right: string[]; wrong: string[] } {
  switch (gap.kind) {
    case undefined:
      return { right: gap.answers, wrong: gap.wrong };
    case 'text':
      return { right: gap.answers, wrong: [] };
    case 'number':
      return { right: [Number.isNaN(gap.answer) ? '' : String(gap.answer)], wrong: [] };
    case 'single': {
      const textsOf = (right: boolean) =>
        gap.options.filter(({ correct }) => correct === right).map(({ text }) => text);
      return { right: textsOf(true).slice(0, 1), wrong: textsOf(false) };
    }
  }
}
