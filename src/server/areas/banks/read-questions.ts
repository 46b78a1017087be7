import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { ImportFormat } from '#contract/questions/import-form';
import { questionForm } from '#contract/questions/question-form';
import { faultWords } from './formats/fault-words.ts';
import { FileRefused } from './formats/file-refused.ts';
import { type Imported, MOST_TEXT, type OnQuestion, refuseLongLines, textOf } from './formats/imported.ts';
import { readAiken } from './formats/read-aiken.ts';
import { readCsv } from './formats/read-csv.ts';
import { readGift } from './formats/read-gift.ts';
import { readMoodleXml } from './formats/read-moodle-xml.ts';

const READERS: Readonly<Record<ImportFormat, (text: string, onQuestion?: OnQuestion) => Imported[]>> = {
  gift: readGift,
  'moodle-xml': readMoodleXml,
  csv: readCsv,
  aiken: readAiken,
};

/** A question of a file that could be stored, or why it cannot. */
export type ReadQuestion = Pick<Imported, 'name' | 'line' | 'tags' | 'changes'> & {
  /** What the file knows it by; empty where it does not say. */
  readonly id: string;
} & (
    | { readonly question: BankQuestionForm['question']; readonly dropped: null }
    | { readonly question: null; readonly dropped: string }
  );

/** The questions of a file, each checked. Throws FileRefused for a file that is not taken in at all. */
export function readQuestions(
  bytes: Uint8Array,
  format: ImportFormat,
  onQuestion?: OnQuestion,
): ReadQuestion[] {
  const text = textOf(bytes);
  if (format !== 'moodle-xml') refuseLongLines(text);
  const found = READERS[format](text, onQuestion);
  if (found.length === 0) throw new FileRefused('There is no question in the file.');
  return found.map(({ changes, dropped, id = '', line, name, question, tags }) => {
    const head = { name, line, tags, changes, id };
    const drop = (reason: string) => ({ ...head, question: null, dropped: reason });
    if (question === null) return drop(dropped ?? 'nothing can be made of it');
    const checked = questionForm.safeParse({ ...question, id: 'question' });
    if (!checked.success) return drop(faultWords(checked.error.issues[0]));
    if (JSON.stringify(checked.data).length > MOST_TEXT) return drop('it is too long');
    return { ...head, question: checked.data, dropped: null };
  });
}
