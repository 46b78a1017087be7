import { m } from '../../../../messages/messages.js';
import { escapeMarkdown } from './html/html-to-markdown.ts';
import { type Imported, nameOf, refuseMany } from './imported.ts';

const CHOICE = /^([A-Z])[).]\s+(.+)$/;
const ANSWER = /^ANSWER:\s*([A-Z])\b/;

interface Draft {
  readonly line: number;
  readonly words: string[];
  readonly choices: { readonly letter: string; readonly text: string }[];
}

/** Reads a file in the Aiken format: a question, its choices `A) …` and `ANSWER: A`. All of it is plain text. */
export function readAiken(text: string): Imported[] {
  const found: Imported[] = [];
  let draft: Draft | null = null;
  const end = (letter: string | null) => {
    if (draft) found.push(toQuestion(draft, letter));
    refuseMany(found.length);
    draft = null;
  };
  for (const [index, given] of text.split('\n').entries()) {
    const line = given.trim();
    if (line === '') continue;
    const answer = ANSWER.exec(line);
    if (answer) {
      draft ??= { line: index + 1, words: [], choices: [] };
      end(answer[1] ?? null);
      continue;
    }
    const [, letter, choice] = CHOICE.exec(line) ?? [];
    // A question without its ANSWER line ends where the next one begins.
    if (letter === undefined && draft && draft.choices.length > 0) end(null);
    draft ??= { line: index + 1, words: [], choices: [] };
    if (letter === undefined || choice === undefined) draft.words.push(line);
    else draft.choices.push({ letter, text: choice.trim() });
  }
  end(null);
  return found;
}

function toQuestion({ choices, line, words }: Draft, letter: string | null): Imported {
  const asked = words.join('\n');
  const drop = (dropped: string): Imported => ({
    name: nameOf('', asked),
    line,
    tags: [],
    changes: [],
    question: null,
    dropped,
  });
  if (letter === null) return drop(m.imports_the_line_answer_with_the_letter_of());
  if (!choices.some((choice) => choice.letter === letter))
    return drop(m.imports_the_answer_is_but_there_is_no({ letter }));
  const options = choices.map((choice) => ({
    text: escapeMarkdown(choice.text),
    correct: choice.letter === letter,
  }));
  const prompt = escapeMarkdown(asked);
  return {
    name: nameOf('', asked),
    line,
    tags: [],
    changes: [],
    dropped: null,
    question: { kind: 'single', prompt, points: 1, explanation: '', options },
  };
}
