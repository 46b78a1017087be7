import { posix } from 'node:path';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { ImportFormat } from '#contract/questions/import-form';
import { questionForm } from '#contract/questions/question-form';
import { cut } from '#domain/cut';
import { m } from '../../../../messages/messages.js';
import { faultWords } from '../formats/fault-words.ts';
import { FileRefused } from '../formats/file-refused.ts';
import { readGift } from '../formats/gift/read-gift.ts';
import {
  type Imported,
  MAX_TEXT,
  newReading,
  type Reading,
  refuseLongLines,
  textOf,
} from '../formats/imported.ts';
import { readMoodleXml } from '../formats/moodle/read-moodle-xml.ts';
import { isZip, openZip } from '../formats/open-zip.ts';
import { type FoundPicture, Pictures } from '../formats/pictures.ts';
import { readAiken } from '../formats/read-aiken.ts';
import { readCsv } from '../formats/read-csv.ts';

const READERS: Readonly<Record<ImportFormat, (text: string, reading: Reading) => Imported[]>> = {
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

export interface ReadFile {
  readonly questions: readonly ReadQuestion[];
  /** What they show, each once; their texts name it by its hash. */
  readonly pictures: readonly FoundPicture[];
}

/** The questions of a file, each checked. Throws FileRefused for a file that is not taken in at all. */
export async function readQuestions(
  bytes: Uint8Array,
  format: ImportFormat,
  onQuestion: Reading['onQuestion'] = newReading().onQuestion,
): Promise<ReadFile> {
  const packed = format === 'gift' && isZip(bytes) ? await openZip(bytes) : null;
  const pictures = new Pictures(packed?.files, posix.dirname(packed?.path ?? ''));
  const text = pictures.holdData(textOf(packed?.text ?? bytes));
  if (format !== 'moodle-xml') refuseLongLines(text);
  const found = READERS[format](text, { pictures, onQuestion });
  if (found.length === 0) throw new FileRefused(m.imports_the_file_has_no_questions());
  const questions = found.map((each) => check(each, pictures));
  const asked = JSON.stringify(questions.map(({ question }) => question));
  return { questions, pictures: pictures.in(asked) };
}

function check(
  { changes, dropped, id = '', line, name, question, tags }: Imported,
  pictures: Pictures,
): ReadQuestion {
  const head = { name: cut(pictures.restored(name), 100), line, tags, changes, id };
  const drop = (reason: string) => ({ ...head, question: null, dropped: reason });
  if (question === null) return drop(dropped ?? m.imports_it_cant_be_converted());
  const checked = questionForm.safeParse({ ...pictures.restoredIn(question), id: 'question' });
  if (!checked.success) return drop(faultWords(checked.error.issues[0]));
  if (JSON.stringify(checked.data).length > MAX_TEXT) return drop(m.imports_it_is_too_long());
  return { ...head, question: checked.data, dropped: null };
}
