import type { ComponentType } from 'react';
import type { KindName } from '#domain/exams/kinds/kinds';
import { MultipleChoice, SingleChoice, TrueFalse } from './choices.tsx';
import { CodeAnswer } from './code/code-answer.tsx';
import { EssayAnswer } from './essay-answer.tsx';
import { FileAnswer } from './file-answer.tsx';
import { HotspotAnswer } from './hotspot-answer.tsx';
import type { KindProps } from './kind-props.ts';
import { OrderAnswer } from './order-answer.tsx';
import { PlacesAnswer } from './places-answer.tsx';
import { NumberAnswer, TextAnswer } from './written.tsx';

/** How each kind of question is answered. */
export const KIND_VIEWS: Readonly<Record<KindName, ComponentType<KindProps>>> = {
  single: SingleChoice,
  multiple: MultipleChoice,
  'true-false': TrueFalse,
  number: NumberAnswer,
  text: TextAnswer,
  gaps: PlacesAnswer,
  order: OrderAnswer,
  match: PlacesAnswer,
  categorise: PlacesAnswer,
  hotspot: HotspotAnswer,
  essay: EssayAnswer,
  file: FileAnswer,
  code: CodeAnswer,
};
