import { maxAnswerLength } from '#domain/exams/attempts/answer-length';
import type { Db } from '#server/db/client';
import { type PaperRow, selectPaper } from './paper-sql.ts';

/** Attempts whose paper stays at hand; those that nobody saved to longest give way. */
const MAX_KNOWN = 5000;
/** Exams that are sat at one time, as far as their papers share what they ask. */
const MAX_RECENT = 20;

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
  return { userId: row.user_id, questions: questionsOf(row), added: row.answers };
}

/** The questions of the last papers that were read: those who sit one exam share them, as they would take 3 kB for each. */
const recent: KnownPaper['questions'][] = [];

function questionsOf({ ids, kinds }: Pick<PaperRow, 'ids' | 'kinds'>): KnownPaper['questions'] {
  const lengths = kinds.map(maxAnswerLength);
  const same = recent.find(
    (known) => known.size === ids.length && ids.every((id, at) => known.get(id) === lengths[at]),
  );
  if (same) return same;
  const made = new Map(ids.map((id, at) => [id, lengths[at] ?? 0]));
  recent.unshift(made);
  recent.splice(MAX_RECENT);
  return made;
}
