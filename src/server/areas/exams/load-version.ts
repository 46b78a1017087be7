import { CompiledQuery, type Kysely } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { storedExam } from '#server/areas/courses/stored-exam';
import { registerNamed } from '#server/db/client';
import type { DB } from '#server/db/types';

/** An exam as it was when an attempt began, and the HTML of its texts. */
export interface ExamVersion {
  readonly exam: Exam;
  readonly html: Readonly<Record<string, string>>;
}

/** Characters of versions that stay at hand; those that nobody asked for longest give way. */
const MOST_CHARACTERS = 4_000_000;

const SELECT = registerNamed(
  'select exam::text as exam, html::text as html from exam_versions where id = $1',
);

// A version is never changed and its id never given twice: what was read once is true for good.
const known = new Map<string, { readonly version: ExamVersion; readonly size: number }>();
let total = 0;

/** The version of an exam, read and checked once for all attempts at it; nothing when there is none. */
export async function loadVersion(
  db: Pick<Kysely<DB>, 'executeQuery'>,
  id: string,
): Promise<ExamVersion | undefined> {
  if (known.has(id)) return recall(id);
  const { rows } = await db.executeQuery<{ exam: string; html: string }>(CompiledQuery.raw(SELECT, [id]));
  const row = rows[0];
  // Whoever asked at the same moment may have been faster.
  if (!row || known.has(id)) return recall(id);
  const exam = storedExam(JSON.parse(row.exam));
  if (!exam) return undefined;
  const version: ExamVersion = freeze({ exam, html: JSON.parse(row.html) });
  keep(id, version, row.exam.length + row.html.length);
  return version;
}

function recall(id: string): ExamVersion | undefined {
  const found = known.get(id);
  if (!found) return undefined;
  known.delete(id);
  known.set(id, found);
  return found.version;
}

function keep(id: string, version: ExamVersion, size: number): void {
  known.set(id, { version, size });
  total += size;
  for (const [oldest, { size: freed }] of known) {
    if (total <= MOST_CHARACTERS) return;
    known.delete(oldest);
    total -= freed;
  }
}

/** One caller must not change what others are answered. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
