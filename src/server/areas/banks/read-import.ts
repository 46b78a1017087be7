import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { ImportFormat, ImportReport } from '#contract/questions/import-form';
import { questionForm } from '#contract/questions/question-form';
import { freeName, slugOf } from '#domain/courses/slug';
import { FileRefused, type Imported, MOST_TEXT, textOf } from './formats/imported.ts';
import { readCsv } from './formats/read-csv.ts';
import { readGift } from './formats/read-gift.ts';
import { readMoodleXml } from './formats/read-moodle-xml.ts';

const READERS: Readonly<Record<ImportFormat, (text: string) => Imported[]>> = {
  gift: readGift,
  'moodle-xml': readMoodleXml,
  csv: readCsv,
};

/** What a bank has already: names, and questions without their names. */
export interface Present {
  readonly keys: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
}

/** The questions of a file, and of each what becomes of it. Throws FileRefused for a file that is not taken in at all. */
export function readImport(
  bytes: Uint8Array,
  format: ImportFormat,
  present: Present,
): { report: ImportReport; forms: BankQuestionForm[] } {
  const text = textOf(bytes, { longLines: format === 'moodle-xml' });
  const found = READERS[format](text);
  if (found.length === 0) throw new FileRefused('There is no question in the file.');
  const keys = new Set(present.keys);
  const seen = new Set<string>();
  const forms: BankQuestionForm[] = [];
  const items = found.map((item) => {
    const { changes, line, name, tags } = item;
    const drop = (reason: string) => ({
      ...{ name, line, points: null },
      ...{ outcome: 'dropped' as const, reasons: [reason] },
    });
    if (item.question === null) return drop(item.dropped ?? 'nothing can be made of it');
    const key = freeName(slugOf(name).slice(0, 60).replace(/-+$/, '') || 'question', (each) =>
      keys.has(each),
    );
    const checked = questionForm.safeParse({ ...item.question, id: key });
    if (!checked.success) {
      const [issue] = checked.error.issues;
      return drop([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
    }
    const question = checked.data;
    if (JSON.stringify(question).length > MOST_TEXT) return drop('it is too long');
    const bare = withoutName(question);
    if (present.questions.has(bare)) return drop('it is in the bank already');
    if (seen.has(bare)) return drop('it is twice in the file');
    seen.add(bare);
    keys.add(key);
    forms.push({ tags: [...new Set(tags.map((tag) => tag.slice(0, 60)))].slice(0, 20), question });
    return {
      ...{ name, line, points: question.points },
      outcome: changes.length > 0 ? ('changed' as const) : ('kept' as const),
      reasons: [...changes],
    };
  });
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const report = { kept: count('kept'), changed: count('changed'), dropped: count('dropped'), items };
  return { report, forms };
}

/** A question by what it asks, to find it again. */
export function withoutName(question: unknown): string {
  const { id: _, ...rest } = questionForm.parse(question);
  return JSON.stringify(rest);
}
