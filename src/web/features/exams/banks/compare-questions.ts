import type { BankQuestionForm } from '#contract/questions/bank-form';
import { m } from '#web/lib/messages.ts';
import { differenceOf, type Fields, linesOf } from '#web/ui/layout/difference.ts';
import type { Difference } from '#web/ui/layout/difference-table.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';

interface Shown {
  readonly tags: string;
  readonly kind: string;
  readonly prompt: string;
  readonly rest: string;
  readonly points: number;
  readonly explanation: string;
}

const FIELDS: Fields<Shown> = {
  tags: [m.banks_tags],
  kind: [m.author_kind],
  prompt: [m.author_prompt],
  rest: [m.banks_rest],
  points: [m.author_points],
  explanation: [m.author_explanation],
};

/** What differs between two versions of a bank question; their names are no difference. */
export function compareQuestions(mine: BankQuestionForm, theirs: BankQuestionForm): Difference[] {
  return differenceOf(FIELDS, shown(mine), shown(theirs));
}

function shown({ question, tags }: BankQuestionForm): Shown {
  const { explanation, id: _, kind, points, prompt, ...rest } = question;
  return {
    explanation,
    kind: KIND_SCREENS[kind].words(),
    points,
    prompt,
    tags: tags.join(', '),
    rest: linesOf(rest).join('\n'),
  };
}
