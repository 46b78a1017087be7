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
  gaps: 'gap',
  items: 'item',
  categories: 'category',
  pairs: 'pair',
  wrong: 'wrong choice',
  rubric: 'criterion',
  parameters: 'variable',
  left: 'the left side',
  right: 'the right side',
};
const EMPTY = 'Write something here';

/** Why a question cannot be stored, in the words of somebody who writes questions. */
export function faultWords(issue?: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}): string {
  if (!issue) return 'nothing can be made of it';
  const [part, at, inner] = issue.path;
  const name = PARTS[String(part)] ?? String(part ?? '');
  const message = issue.message === EMPTY ? 'is empty' : issue.message;
  if (typeof at !== 'number') {
    if (name.startsWith('its ')) return `${name} ${message}`;
    return /^needs /.test(message) ? `it ${message}` : message;
  }
  const side = PARTS[String(inner)];
  return `${name} ${at + 1} ${side?.startsWith('the ') ? `(${side}) ` : ''}${message}`;
}
