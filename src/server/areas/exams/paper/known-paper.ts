import { maxAnswerLength } from '#domain/exams/attempts/answer-length';
import type { Db } from '#server/db/client';
import { selectPaper } from './paper-sql.ts';

/** Attempts whose paper stays at hand; those that nobody saved to longest give way. */
const MAX_KNOWN = 5000;

/** What an attempt asks, as far as saving an answer has to know it. */
export interface KnownPaper {
  readonly userId: string;
  /** How long an answer may be, by question. */
  readonly questions: ReadonlyMap<string, number>;
  /** Rows that were added since old versions of answers were removed. */
  added: number;
}

// What an attempt asks never changes: what was read once is true for good.
const papersOf = new WeakMap<Db, Map<string, KnownPaper>>();

/** The paper of an attempt, read once by each process; nothing when there is no such attempt. */
export async function knownPaper(db: Db, attemptId: string): Promise<KnownPaper | undefined> {
  const known = papersOf.get(db) ?? new Map<string, KnownPaper>();
  papersOf.set(db, known);
  const found = known.get(attemptId) ?? (await readPaper(db, attemptId));
  if (!found) return undefined;
  // Another call at the same moment may have been faster: both count in one place.
  const paper = known.get(attemptId) ?? found;
  known.delete(attemptId);
  known.set(attemptId, paper);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return paper;
}

async function readPaper(db: Db, attemptId: string): Promise<KnownPaper | undefined> {
  const row = await selectPaper(db, attemptId);
  if (!row) return undefined;
  const questions = new Map(row.ids.map((id, at) => [id, maxAnswerLength(row.kinds[at] ?? '')]));
  return { userId: row.user_id, questions, added: row.answers };
}
