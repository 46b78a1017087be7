import { stringify } from 'yaml';
import { z } from 'zod';
import { bankForm, bankQuestionForm } from '#contract/questions/bank-form';
import { says } from '#contract/says';
import { fromFileNames, toFileNames } from '#domain/exams/file-names';
import { readYaml } from '#server/areas/courses/folders/read-yaml';
import { m } from '../../../../messages/messages.js';

export const BANK_FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.bank\.yaml$/;
/** Lines are never folded: what an author wrote on one line stays on one. */
const YAML = { lineWidth: 0 } as const;
const MAX_QUESTIONS = 20_000;

const bankFile = z.strictObject({
  ...bankForm.shape,
  questions: z
    .array(z.preprocess(withTagsApart, bankQuestionForm))
    .max(
      MAX_QUESTIONS,
      says(() => m.faults_must_have_questions_or_fewer({ number: MAX_QUESTIONS })),
    )
    .refine(
      (all) => new Set(all.map(({ question }) => question.id)).size === all.length,
      says(m.faults_every_question_must_have_a_unique_id),
    ),
});
export type BankFile = z.output<typeof bankFile>;

/** Tags stand beside the other fields of a question. */
function withTagsApart(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { tags = [], ...question }: { tags?: unknown } = given;
  return { tags, question: fromFileNames(question) };
}

/** Reads name.bank.yaml. Throws FileFaults. */
export function readBankFile(text: string): BankFile {
  return readYaml(text, bankFile);
}

/** A bank as its file is written. */
export function bankFileOf({ description, questions, title }: BankFile): string {
  return stringify(
    {
      title,
      ...(description !== '' && { description }),
      questions: questions.map(({ question: { id, ...question }, tags }) => ({
        id,
        ...(tags.length > 0 && { tags }),
        ...toFileNames(question),
      })),
    },
    YAML,
  );
}
