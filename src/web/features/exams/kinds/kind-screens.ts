import type { ComponentType, LazyExoticComponent } from 'react';
import type { PaperQuestion } from '#contract/exams/exams';
import type { Answer } from '#domain/exams/kinds/kind';
import type { KindName } from '#domain/exams/kinds/kinds';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import type { KindEditorProps } from '../author/form-question.ts';
import { MultipleChoice, SingleChoice, TrueFalse } from './choices.tsx';
import { CodeAnswer } from './code/code-answer.tsx';
import { EssayAnswer } from './essay-answer.tsx';
import { FileAnswer } from './file-answer.tsx';
import { HotspotAnswer } from './hotspot-answer.tsx';
import type { KindProps } from './kind-props.ts';
import { OrderAnswer } from './order-answer.tsx';
import { PlacesAnswer } from './places-answer.tsx';
import { NumberAnswer, TextAnswer } from './written.tsx';

/** What is seen of a kind of question. */
interface KindScreens<Name extends KindName> {
  /** What it is called. */
  readonly words: () => string;
  /** How it is answered. */
  readonly Answer: ComponentType<KindProps>;
  /** How it is written. Learners never download it. */
  readonly Editor: LazyExoticComponent<ComponentType<KindEditorProps<Name>>>;
  /** The right answer in words, where it is none of the texts that stand in the question. */
  readonly keyWords?: (answer: Answer, question: PaperQuestion) => string;
  /** The parts of the right answer have an order. */
  readonly inOrder?: true;
}

/** The screens of every kind. A new kind is a folder with its editor, its answer where no other has the same, and an entry here. */
export const KIND_SCREENS: { readonly [Name in KindName]: KindScreens<Name> } = {
  single: {
    words: m.author_kind_single,
    Answer: SingleChoice,
    Editor: latePart(() => import('./single/single-editor.tsx'), 'SingleEditor'),
  },
  multiple: {
    words: m.author_kind_multiple,
    Answer: MultipleChoice,
    Editor: latePart(() => import('./multiple/multiple-editor.tsx'), 'MultipleEditor'),
  },
  'true-false': {
    words: m.author_kind_true_false,
    Answer: TrueFalse,
    Editor: latePart(() => import('./true-false/true-false-editor.tsx'), 'TrueFalseEditor'),
    keyWords: (answer) => (answer === 'true' ? m.exams_true() : m.exams_false()),
  },
  number: {
    words: m.author_kind_number,
    Answer: NumberAnswer,
    Editor: latePart(() => import('./number/number-editor.tsx'), 'NumberEditor'),
    keyWords: (answer, { unit }) => [answer, unit].filter(Boolean).join(' '),
  },
  text: {
    words: m.author_kind_text,
    Answer: TextAnswer,
    Editor: latePart(() => import('./text/text-editor.tsx'), 'TextEditor'),
  },
  gaps: {
    words: m.author_kind_gaps,
    Answer: PlacesAnswer,
    Editor: latePart(() => import('./gaps/gaps-editor.tsx'), 'GapsEditor'),
  },
  order: {
    words: m.author_kind_order,
    Answer: OrderAnswer,
    Editor: latePart(() => import('./order/order-editor.tsx'), 'OrderEditor'),
    inOrder: true,
  },
  match: {
    words: m.author_kind_match,
    Answer: PlacesAnswer,
    Editor: latePart(() => import('./match/match-editor.tsx'), 'MatchEditor'),
  },
  categorise: {
    words: m.author_kind_categorise,
    Answer: PlacesAnswer,
    Editor: latePart(() => import('./categorise/categorise-editor.tsx'), 'CategoriseEditor'),
  },
  hotspot: {
    words: m.author_kind_hotspot,
    Answer: HotspotAnswer,
    Editor: latePart(() => import('./hotspot/hotspot-editor.tsx'), 'HotspotEditor'),
  },
  essay: {
    words: m.author_kind_essay,
    Answer: EssayAnswer,
    Editor: latePart(() => import('./essay/essay-editor.tsx'), 'EssayEditor'),
  },
  file: {
    words: m.author_kind_file,
    Answer: FileAnswer,
    Editor: latePart(() => import('./file/file-editor.tsx'), 'FileEditor'),
  },
  code: {
    words: m.author_kind_code,
    Answer: CodeAnswer,
    Editor: latePart(() => import('./code/code-question-editor.tsx'), 'CodeQuestionEditor'),
  },
};
