import type { Exam, Question } from './exam.ts';
import { plainText } from './plain-text.ts';

/**
 * What a learner may read of an exam before it can be taken: introduction and questions as Markdown, without answers,
 * points and explanations. What must be ordered or matched is shuffled, the same way each time (decision 7).
 */
export function examPaper(exam: Exam): string {
  const questions = exam.questions.map(
    (question, index) => `## Question ${index + 1}\n\n${question.prompt.trim()}\n\n${choices(question)}`,
  );
  return plainText([plainText(exam.intro), ...questions].join('\n\n'));
}

function choices(question: Question): string {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return list(question.options.map(({ text }) => text));
    case 'true-false':
      return list(['True', 'False']);
    case 'number':
      return '*Answer with a number.*';
    case 'text':
      return '*Answer with a word or a short phrase.*';
    case 'order':
      return `*Put in the right order:*\n\n${list(shuffled(question.items, question.id))}`;
    case 'match':
      return `*Match each of these:*\n\n${list(question.pairs.map(({ left }) => left))}\n\n*with one of these:*\n\n${list(
        shuffled(
          question.pairs.map(({ right }) => right),
          question.id,
        ),
      )}`;
  }
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item.trim().replace(/\n/g, '\n  ')}`).join('\n');
}

/** Sorted by a number made of seed and text: the same every time, and nothing of the given order is left. */
export function shuffled(items: readonly string[], seed: string): string[] {
  return [...items].sort((a, b) => scramble(seed + a) - scramble(seed + b) || (a < b ? -1 : 1));
}

/** FNV-1a, then mixed until texts that differ in the last letter ("step 1", "step 2") are far apart. */
function scramble(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
