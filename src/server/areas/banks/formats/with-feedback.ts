import { m } from '../../../../messages/messages.js';
/** What is said of one answer, both in Markdown. */
export interface Feedback {
  readonly answer: string;
  readonly feedback: string;
}

/** Said of a question whose answers have feedback. */
export const JOINED = m.imports_feedback_on_answers_became_a_list_in;
/** What stands for every answer that is not named. */
export const OTHERS = 'Other answers';

/** An explanation with what is said of single answers as its last list: ours is one for all answers. */
export function withFeedback(explanation: string, said: readonly Feedback[], changes: string[]): string {
  const items = said.filter(({ feedback }) => feedback.trim() !== '').map(itemOf);
  if (items.length === 0) return explanation;
  changes.push(JOINED());
  // Another sign than the explanation's own lists have, so that it is a list of its own.
  return [explanation, items.join('\n')].filter((part) => part !== '').join('\n\n');
}

function itemOf({ answer, feedback }: Feedback): string {
  const between = /\n/.test(answer.trim()) ? '\n\n' : ': ';
  return `* ${`${answer.trim()}${between}${feedback.trim()}`.replace(/\n(?=[^\n])/g, '\n  ')}`;
}
