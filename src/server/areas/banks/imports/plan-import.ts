import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { ImportReport } from '#contract/questions/import-form';
import { questionForm, storedQuestion } from '#contract/questions/question-form';
import { freeName, slugOf } from '#domain/courses/slug';
import { cut } from '#domain/cut';
import { m } from '../../../../messages/messages.js';
import { hashesIn, withStored } from '../formats/pictures.ts';
import type { ImportPictures } from '../questions/check-pictures.ts';
import type { ReadQuestion } from './read-questions.ts';

/** What a bank has already: names, and questions without their names. */
export interface Present {
  readonly keys: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
}

/** What becomes of each question of a file in this bank, and what is to be stored. */
export function planImport(
  found: readonly ReadQuestion[],
  present: Present,
  pictures: ImportPictures,
): { report: ImportReport; forms: BankQuestionForm[] } {
  const keys = new Set(present.keys);
  const seen = new Set<string>();
  const forms: BankQuestionForm[] = [];
  const items = found.map((item) => {
    const { changes, id, line, name, tags } = item;
    const drop = (reason: string) => ({
      name,
      line,
      points: null,
      pictures: [],
      outcome: 'dropped' as const,
      reasons: [reason],
    });
    if (item.question === null) return drop(item.dropped);
    const shown = hashesIn(JSON.stringify(item.question));
    const broken = shown.find((hash) => pictures.faults.has(hash));
    if (broken !== undefined)
      return drop(
        m.imports_its_picture_cant_be_used({
          name: pictures.names.get(broken) ?? '',
          reason: pictures.faults.get(broken) ?? '',
        }),
      );
    const stored = withPictures(item.question, pictures);
    const bare = bareOf(stored);
    if (present.questions.has(bare)) return drop(m.imports_its_already_in_the_bank());
    if (seen.has(bare)) return drop(m.imports_its_in_the_file_twice());
    const wanted = slugOf(id || name)
      .slice(0, 60)
      .replace(/-+$/, '');
    const key = freeName(wanted || 'question', (each) => keys.has(each));
    const question = { ...stored, id: key };
    seen.add(bare);
    keys.add(key);
    forms.push({ tags: [...new Set(tags.map((tag) => cut(tag, 60)))].slice(0, 20), question });
    const notes =
      id === '' || key === id ? changes : [...changes, m.imports_its_id_became({ id: cut(id, 60), key })];
    return {
      name,
      line,
      points: question.points,
      pictures: [...new Set(shown.map((hash) => pictures.names.get(hash) ?? ''))],
      outcome: notes.length > 0 ? ('changed' as const) : ('kept' as const),
      reasons: [...notes],
    };
  });
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const report = { kept: count('kept'), changed: count('changed'), dropped: count('dropped'), items };
  return { report, forms };
}

function withPictures(question: BankQuestionForm['question'], { addresses }: ImportPictures) {
  if (addresses.size === 0) return question;
  return questionForm.parse(JSON.parse(withStored(JSON.stringify(question), addresses)));
}

/** A stored question by what it asks, to find it again. */
export function withoutName(question: unknown): string {
  return bareOf(storedQuestion.parse(question));
}

function bareOf({ id: _, ...rest }: BankQuestionForm['question']): string {
  return JSON.stringify(rest);
}
