import type { LabFiles } from '#domain/labs/lab-spec';
import type { Instruments } from '#domain/labs/player';
import { type Fault, limitTime, type Queried, type Question } from '#domain/labs/question';
import { readAnswer, readResults } from '#domain/labs/read-answer';
import type { VisibleSpec } from '#domain/labs/visible-checks';

/** What a file of SQL gives when it is run by itself, on the database as the lab begins. */
export interface Selected {
  readonly file: string;
  readonly results: readonly Queried[];
  readonly fault?: Fault;
  /** What the server noticed. */
  readonly out?: string;
}

export async function selectRows(
  { given, limits, setup = [] }: VisibleSpec,
  files: LabFiles,
  { file, open }: { file: string; open: Instruments['open'] },
): Promise<Selected> {
  const player = await open();
  const ask = async (question: Question) => readAnswer(await player.ask(limitTime(question, limits.seconds)));
  try {
    const questions: Question[] = [
      { op: 'load', files },
      ...setup.map((path) => ({ op: 'setup', code: given[path] ?? '' }) as const),
    ];
    for (const question of questions) {
      const { error } = await ask(question);
      if (error) return { file, results: [], fault: error };
    }
    const { error, out, value } = await ask({ op: 'query', sql: files[file] ?? '' });
    const answer = { file, ...(out !== undefined && { out }) };
    if (error) return { ...answer, results: [], fault: error };
    return { ...answer, results: readResults(value) };
  } finally {
    await player.close();
  }
}
