import { type CodeQuestion, filesOf, labOf } from '#domain/exams/kinds/code/code';
import { isSame } from '#domain/exams/same-question';
import { m } from '../../../../messages/messages.js';
import { storedExam } from '../catalogue/stored-exam.ts';
import type { CourseFolder } from '../folders/course-folder.ts';
import { faultWords, type LabProof } from './prove-lab.ts';

/** The exams of a course as they are kept. */
type Kept = readonly { readonly key: string; readonly exam: unknown }[];

interface Changed {
  readonly file: string;
  readonly question: CodeQuestion;
}

/** Questions of the exams of a folder that ask for code, otherwise than they are kept. */
function changedCode({ sections }: CourseFolder, kept: Kept): Changed[] {
  const exams = new Map(kept.map(({ exam, key }) => [key, exam]));
  return sections.flatMap(({ exam, file, key }) => {
    const before = storedExam(exams.get(key))?.questions ?? [];
    const asked = exam?.questions.filter((question) => question.kind === 'code') ?? [];
    return asked
      .filter(({ code, id }) => {
        const old = before.find((each) => each.id === id);
        return old?.kind !== 'code' || !isSame(old.code, code);
      })
      .map((question) => ({ file, question }));
  });
}

/** The faults of questions that ask for code whose solutions or starting files do otherwise than they must. */
export async function proveCode(
  folder: CourseFolder,
  kept: Kept,
  proof: LabProof | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, question } of proof ? changedCode(folder, kept) : [])
    faults.push(...(await codeFaults(question, proof)).map((said) => `${folder.slug}/${file}: ${said}`));
  return faults;
}

/** The faults that running one question shows; none without a proof. */
export async function codeFaults(question: CodeQuestion, proof: LabProof | undefined): Promise<string[]> {
  const [files, solution] = [filesOf(question.code.files), filesOf(question.code.solution)];
  const source = { question: JSON.stringify(question.code) };
  const found = (await proof?.({ spec: labOf(question), files, solution, source })) ?? [];
  return found.map((fault) => m.reports_in_question({ id: question.id, text: faultWords(fault) }));
}

export function unrunWords({ id }: CodeQuestion): string {
  return m.reports_in_question({ id, text: m.reports_solution_was_not_run() });
}

/** The same questions, where nothing may run: each with a warning. */
export function unprovenCode(folder: CourseFolder, kept: Kept): string[] {
  return changedCode(folder, kept).map(
    ({ file, question }) => `${folder.slug}/${file}: ${unrunWords(question)}`,
  );
}
