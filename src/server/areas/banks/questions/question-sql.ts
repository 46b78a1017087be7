import { sql, type Transaction } from 'kysely';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { Draw } from '#domain/exams/draw';
import type { KindName } from '#domain/exams/kinds/kinds';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

export interface QuestionRow {
  readonly id: string;
  readonly bank_id: string;
  readonly bank_title: string;
  readonly bank_slug: string;
  readonly key: string;
  readonly kind: KindName;
  readonly tags: string[];
  readonly question: unknown;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface Filter {
  readonly bankId: string;
  readonly contains: string;
  readonly tag: string | undefined;
  readonly kind: KindName | undefined;
  readonly limit: number;
  readonly offset: number;
}

type ListedRow = Pick<QuestionRow, 'id' | 'key' | 'kind' | 'tags' | 'version' | 'updated_at'> & {
  readonly prompt: string;
};

/** Questions of a bank in its order, with the total even when the page is empty. */
export async function selectQuestions(
  db: Reader,
  { bankId, contains, kind, limit, offset, tag }: Filter,
): Promise<{ rows: ListedRow[]; total: number }> {
  const pattern = containing(contains);
  const { rows } = await sql<(ListedRow | { id: null }) & { total: number }>`
    with found as not materialized (
      select * from bank_questions where bank_id = ${bankId}
        ${contains === '' ? sql`` : sql`and words ilike ${pattern}`}
        ${tag === undefined ? sql`` : sql`and tags @> array[${tag}]::text[]`}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ),
    page as (select * from found order by place limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, p.id, p.key, p.kind, p.tags, p.version, p.updated_at,
      p.question->>'prompt' as prompt
    from (values (1)) as always_one_row left join page p on true order by p.place`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

const QUESTION = sql`select q.id, q.bank_id, q.key, q.kind, q.tags, q.question, q.version,
  q.created_at, q.updated_at, b.title as bank_title, b.slug as bank_slug from bank_questions q join question_banks b on b.id = q.bank_id`;

export async function selectQuestion(db: Reader, id: string): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`${QUESTION} where q.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds a question until the transaction ends. */
export async function lockQuestion(trx: Transaction<DB>, id: string): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`${QUESTION} where q.id = ${id} for update of q`.execute(trx);
  return rows[0];
}

/** Keeps a question as it is before it changes. */
export async function insertQuestionVersion(
  trx: Transaction<DB>,
  { id, question, tags, updated_at, version }: QuestionRow,
): Promise<void> {
  await trx
    .insertInto('bank_question_versions')
    .values({ question_id: id, version, tags, saved_at: updated_at, question: JSON.stringify(question) })
    .execute();
}

/** Questions that name a file, in the order in which they are locked. */
export async function selectNaming(db: Reader, address: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_questions where position(${address} in question::text) > 0 order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Every question of a bank in its order. */
export async function selectAllQuestions(db: Reader, bankId: string): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`${QUESTION} where q.bank_id = ${bankId} order by q.place`.execute(
    db,
  );
  return rows;
}

/** Every question of the bank with this slug, by its id in the bank. */
export async function selectQuestionsByKey(db: Reader, slug: string): Promise<Map<string, unknown>> {
  const { rows } = await sql<Pick<QuestionRow, 'key' | 'question'>>`
    select q.key, q.question from bank_questions q join question_banks b on b.id = q.bank_id
    where b.slug = ${slug}`.execute(db);
  return new Map(rows.map(({ key, question }) => [key, question]));
}

export async function selectKeys(db: Reader, bankId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('bank_questions').select('key').where('bank_id', '=', bankId).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The keys of what each draw chooses from, by the id of the draw; none where its bank was deleted. */
export async function selectPools(
  db: Reader,
  draws: readonly Pick<Draw, 'id' | 'bank' | 'tags'>[],
): Promise<Map<string, string[]>> {
  if (draws.length === 0) return new Map();
  const { rows } = await sql<{ id: string; keys: string[] }>`
    select d.id, array_agg(q.key order by q.place) as keys
    from jsonb_to_recordset(${JSON.stringify(draws)}::jsonb) as d (id text, bank text, tags text[])
    join question_banks b on b.slug = d.bank
    join bank_questions q on q.bank_id = b.id and q.tags @> d.tags
    group by d.id`.execute(db);
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}

type BankedRow = Pick<QuestionRow, 'id' | 'key' | 'question' | 'tags' | 'version'> & {
  readonly bank: string;
};

/** Questions of banks by their keys, in no order. */
export async function selectBanked(
  db: Reader,
  wanted: readonly { bank: string; key: string }[],
): Promise<BankedRow[]> {
  const { rows } = await sql<BankedRow>`
    select b.slug as bank, q.id, q.key, q.version, q.tags, q.question
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (bank text, key text)
    join question_banks b on b.slug = w.bank
    join bank_questions q on q.bank_id = b.id and q.key = w.key`.execute(db);
  return rows;
}

/** How many questions of a bank have all of these tags. */
export async function countDrawable(
  db: Reader,
  { bank, tags }: Pick<Draw, 'bank' | 'tags'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_questions q join question_banks b on b.id = q.bank_id
    where b.slug = ${bank} and q.tags @> ${tags}::text[]`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The columns of a question that follow from what is written. */
export function questionValues({ question, tags }: BankQuestionForm) {
  return { kind: question.kind, tags, question: JSON.stringify(question), words: wordsOf(question) };
}

/** Every word that can be read in a question, for the search. */
function wordsOf(value: unknown): string {
  const all: string[] = [];
  const walk = (each: unknown) => {
    if (typeof each === 'string') all.push(each);
    else if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) walk(inner);
  };
  walk(value);
  return all.join('\n').slice(0, 20_000);
}

/** A question that was drawn, by the name that it was asked for. */
export interface DrawnRow {
  readonly name: string;
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly tags: string[];
  readonly question: unknown;
  readonly created_at: Date;
}

/** The questions of these origins, a JSON list of `name` with `questionId`, or with `bank` and `key`. */
export async function selectDrawn(db: Reader, origins: string): Promise<DrawnRow[]> {
  const { rows } = await sql<DrawnRow>`
    select o.name, q.id, q.key, q.version, q.tags, q.question, q.created_at
    from jsonb_to_recordset(${origins}::jsonb) as o (name text, "questionId" uuid, bank text, key text)
    left join question_banks b on o."questionId" is null and b.slug = o.bank
    join bank_questions q on q.id = o."questionId" or (q.bank_id = b.id and q.key = o.key)`.execute(db);
  return rows;
}

/** What a question was before, the newest version first. */
export function selectVersions(db: Reader, id: string) {
  return db
    .selectFrom('bank_question_versions')
    .select(['version', 'saved_at', 'tags', 'question'])
    .where('question_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
}

/**
 * How many attempts drew a question: by its id, or, as it was kept before ids were, by the slug of its bank and its key,
 * which may have been given to another question since.
 */
export async function countAttempts(
  db: Reader,
  { bank, createdAt, id, key }: { id: string; bank: string; key: string; createdAt: Date },
): Promise<number> {
  const byId = JSON.stringify([{ questionId: id }]);
  const named = JSON.stringify({ bank, key });
  const byKey = `[${named}]`;
  const { rows } = await sql<{ attempts: number }>`
    select count(*)::int as attempts from exam_attempts a join exam_versions v on v.id = a.version_id
    where v.exam->'drawn' @> ${byId}::jsonb
      or (v.exam->'drawn' @> ${byKey}::jsonb and v.created_at >= ${createdAt}
        and exists (select from jsonb_array_elements(v.exam->'drawn') d
          where d @> ${named}::jsonb and not d ? 'questionId'))`.execute(db);
  return rows[0]?.attempts ?? 0;
}

/** The questions that an import brought, held until the end of the transaction. */
export async function lockImported(
  trx: Transaction<DB>,
  importId: string,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from bank_questions where import_id = ${importId} order by id for update`.execute(trx);
  return rows;
}
