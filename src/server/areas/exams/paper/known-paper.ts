import { maxAnswerLength } from '#domain/exams/attempts/answer-length';
import { type Db, registerNamed } from '#server/db/client';

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

interface PaperRow {
  readonly user_id: string;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly answers: number;
}

const READ = registerNamed(`
  select a.user_id, coalesce(q.ids, '{}') as ids, coalesce(q.kinds, '{}') as kinds,
    (select count(*)::int from exam_answers w where w.attempt_id = a.id) as answers
  from exam_attempts a join exam_versions v on v.id = a.version_id
    cross join lateral (select array_agg(each ->> 'id') as ids, array_agg(each ->> 'kind') as kinds
      from jsonb_array_elements(v.exam -> 'questions') each) q
  where a.id = $1`);

// What an attempt asks never changes: what was read once is true for good.
const papersOf = new WeakMap<Db, Map<string, KnownPaper>>();

/** The paper of an attempt, read once by each process; nothing when there is no such attempt. */
export async function knownPaper(db: Db, attemptId: string): Promise<KnownPaper | undefined> {
  const known = papersOf.get(db) ?? new Map<string, KnownPaper>();
  papersOf.set(db, known);
  const found = known.get(attemptId) ?? (await readPaper(db, attemptId));
  if (!found) return undefined;
  // Whoever asked at the same moment may have been faster: both count in one place.
  const paper = known.get(attemptId) ?? found;
  known.delete(attemptId);
  known.set(attemptId, paper);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return paper;
}

async function readPaper({ pool }: Db, attemptId: string): Promise<KnownPaper | undefined> {
  const { rows } = await pool.query<PaperRow>(READ, [attemptId]);
  const [row] = rows;
  if (!row) return undefined;
  const questions = new Map(row.ids.map((id, at) => [id, maxAnswerLength(row.kinds[at] ?? '')]));
  return { userId: row.user_id, questions, added: row.answers };
}
