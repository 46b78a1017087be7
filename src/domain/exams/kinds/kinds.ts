import { categorise } from './categorise/categorise.ts';
import { code } from './code/code.ts';
import { essay } from './essay/essay.ts';
import { file } from './file/file.ts';
import { gaps } from './gaps/gaps.ts';
import { hotspot } from './hotspot/hotspot.ts';
import type { Kind } from './kind.ts';
import { match } from './match/match.ts';
import { multiple } from './multiple/multiple.ts';
import { number } from './number/number.ts';
import { order } from './order/order.ts';
import { single } from './single/single.ts';
import { text } from './text/text.ts';
import { trueFalse } from './true-false/true-false.ts';

/** Every kind of question by the name that a course folder gives it. A new kind is a folder and a line here. */
const KINDS = {
  single,
  multiple,
  'true-false': trueFalse,
  number,
  text,
  gaps,
  order,
  match,
  categorise,
  hotspot,
  essay,
  file,
  code,
} as const;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]];
/** Kinds whose answers are marked by people, or by checks that run. */
export const MARKED_BY_HAND = KIND_NAMES.filter((kind) => 'isMarkedByHand' in KINDS[kind]);
type QuestionOf<Of> = Of extends Kind<infer Question> ? Question : never;
export type Question = QuestionOf<(typeof KINDS)[KindName]>;

/** The rules of a question's kind. */
export function kindOf(question: Question): Kind<Question> {
  return KINDS[question.kind] as unknown as Kind<Question>;
}

/** A question of this kind that nobody has written yet. */
export function emptyQuestion(kind: KindName, id: string): Question {
  return KINDS[kind].empty({ id, prompt: '', points: 1, explanation: '' });
}
