import type { Question } from '../exams/kinds/kinds.ts';
import { shuffled } from '../exams/scramble.ts';
import type { Exam } from './exam.ts';
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
    case 'gaps':
      return '*Fill each numbered gap.*';
    case 'categorise':
      return `*Sort each of these:*\n\n${list(
        shuffled(
          question.items.map(({ text }) => text),
          question.id,
        ),
      )}\n\n*into one of these:*\n\n${list(question.categories)}`;
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
