import { m } from '../../../../messages/messages.js';

/** What a part of a question is called where its author reads of it. */
const PARTS: Readonly<Record<string, string>> = {
  prompt: 'its text',
  points: 'its points',
  explanation: 'its explanation',
  answer: 'its answer',
  tolerance: 'its tolerance',
  unit: 'its unit',
  options: 'option',
  answers: 'answer',
  patterns: 'answer with *',
  partial: 'answer with partial credit',
  gaps: 'blank',
  items: 'item',
  categories: 'category',
  pairs: 'pair',
  wrong: 'wrong choice',
  rubric: 'criterion',
  parameters: 'variable',
  left: 'the left side',
  right: 'the right side',
};
const EMPTY = "can't be empty";

/** Why a question cannot be stored, in the words of somebody who writes questions. */
export function faultWords(issue?: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}): string {
  if (!issue) return m.imports_it_cant_be_converted();
  const [part, at, inner] = issue.path;
  const name = PARTS[String(part)] ?? String(part ?? '');
  const message = issue.message === EMPTY ? 'is empty' : issue.message;
  if (typeof at !== 'number') {
    if (name.startsWith('its ')) return `${name} ${message}`;
    return /^must have /.test(message) ? `it ${message}` : message;
  }
  const side = PARTS[String(inner)];
  return `${name} ${at + 1} ${side?.startsWith('the ') ? `(${side}) ` : ''}${message}`;
}
