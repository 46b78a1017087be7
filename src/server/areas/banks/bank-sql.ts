import { sql, type Transaction } from 'kysely';
import type { BankDetail } from '#contract/exams/banks';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';

export interface BankRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly version: number;
  readonly updated_at: Date;
  readonly questions: number;
}

const COLUMNS = sql`b.id, b.slug, b.title, b.description, b.version, b.updated_at,
  (select count(*)::int from bank_questions q where q.bank_id = b.id) as questions`;

/** Banks by title, with the total even when the page is empty. `contains` matches the title literally. */
export async function selectBanks(
  db: Reader,
  { contains, limit, offset }: { contains: string; limit: number; offset: number },
): Promise<{ rows: BankRow[]; total: number }> {
  const pattern = containing(contains);
  const { rows } = await sql<(BankRow | { id: null }) & { total: number }>`
    with found as not materialized (select * from question_banks where title ilike ${pattern} or description ilike ${pattern}),
    page as (select * from found order by lower(title), id limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, p.id, p.slug, p.title, p.description, p.version,
      p.updated_at,
      (select count(*)::int from bank_questions q where q.bank_id = p.id) as questions
    from (values (1)) as always_one_row left join page p on true order by lower(p.title), p.id`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

export async function selectBank(db: Reader, id: string): Promise<BankRow | undefined> {
  const { rows } = await sql<BankRow>`select ${COLUMNS} from question_banks b where b.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds the bank until the transaction ends; nothing where there is none. */
export async function lockBank(trx: Transaction<DB>, id: string): Promise<BankRow | undefined> {
  await sql`select 1 from question_banks where id = ${id} for update`.execute(trx);
  return selectBank(trx, id);
}

/** The tags of each of these banks and how many questions have each. */
export async function selectTags(
  db: Reader,
  bankIds: readonly string[],
): Promise<Map<string, BankDetail['tags']>> {
  const { rows } = await sql<{ bank_id: string; tag: string; questions: number }>`
    select bank_id, tag, count(*)::int as questions from bank_questions, unnest(tags) as tag
    where bank_id = any (${bankIds}::uuid[]) group by bank_id, tag order by tag`.execute(db);
  const byBank = Map.groupBy(rows, ({ bank_id }) => bank_id);
  const tagsOf = (id: string) => (byBank.get(id) ?? []).map(({ questions, tag }) => ({ tag, questions }));
  return new Map(bankIds.map((id) => [id, tagsOf(id)]));
}

/** The exams that draw from a bank or have it for practice, also those in the trash: restored, they need it again. */
export async function selectUses(db: Reader, slug: string): Promise<BankDetail['uses']> {
  const { rows } = await sql<BankDetail['uses'][number]>`
    select c.id as "courseId", c.title as "courseTitle", s.title as "sectionTitle",
      (select coalesce(sum((d->>'count')::int), 0)::int from jsonb_array_elements(s.exam->'draws') d
        where d->>'bank' = ${slug}) as count,
      s.is_removed or c.kind = 'deleted' as "inTrash"
    from (
      select id, course_id, title, sort_order, exam, false as is_removed from course_content
      union all select id, course_id, title, 0, stored->'exam', true from section_registry where stored is not null) s
    join courses c on c.id = s.course_id
    where s.exam @> ${JSON.stringify({ draws: [{ bank: slug }] })}::jsonb
      or s.exam @> ${JSON.stringify({ settings: { practiceBank: slug } })}::jsonb
    order by "inTrash", c.title, s.sort_order, s.id`.execute(db);
  return rows;
}

/** The bank with this slug, made where there is none. */
export async function ensureBank(
  trx: Transaction<DB>,
  bank: { slug: string; title: string; description: string },
): Promise<{ id: string; created: boolean }> {
  const created = await trx
    .insertInto('question_banks')
    .values(bank)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return { ...created, created: true };
  const known = await trx
    .selectFrom('question_banks')
    .select('id')
    .where('slug', '=', bank.slug)
    .executeTakeFirstOrThrow();
  return { ...known, created: false };
}

/** What the bank was after its last import; null for one that was made here. */
export async function selectImportState(db: Reader, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('question_banks')
    .select('import_state')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.import_state ?? null;
}

export async function writeImportState(trx: Transaction<DB>, id: string, state: string): Promise<void> {
  await trx.updateTable('question_banks').set({ import_state: state }).where('id', '=', id).execute();
}

/** The slugs of all banks. */
export async function selectSlugs(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('question_banks').select('slug').execute();
  return rows.map(({ slug }) => slug);
}

/** A bank by its slug. */
export function selectBankBySlug(db: Reader, slug: string) {
  return db
    .selectFrom('question_banks')
    .select(['id', 'title', 'description'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/** The last imports into a bank, newest first. */
export function selectImports(db: Reader, bankId: string, limit: number) {
  return db
    .selectFrom('question_imports')
    .select(['id', 'file_name', 'report', 'created_at', 'undone_at'])
    .where('bank_id', '=', bankId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The exams of a course, as they are stored. */
export async function selectExamsOfCourse(db: Reader, slug: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('course_content')
    .innerJoin('courses', 'courses.id', 'course_content.course_id')
    .select('course_content.exam')
    .where('courses.slug', '=', slug)
    .where('course_content.exam', 'is not', null)
    .execute();
  return rows.map(({ exam }) => exam);
}
