import { sql, type Transaction } from 'kysely';
import type { Reader } from './client.ts';
import type { DB } from './types.ts';

export type BankTrashKind = 'bank' | 'question';

interface Deletion {
  readonly deletedBy: string | null;
  readonly now: Date;
}

/** Moves a bank with its imports, questions and their versions into the trash. */
export async function trashBank(
  trx: Transaction<DB>,
  { deletedBy, id, now }: Deletion & { id: string },
): Promise<void> {
  // A question that is saved meanwhile has to be kept as it was saved.
  await sql`select from bank_questions where bank_id = ${id} order by id for update`.execute(trx);
  await sql`
    insert into bank_trash (id, kind, bank_id, title, stored, deleted_at, deleted_by)
    select b.id, 'bank', b.id, b.title, jsonb_build_object('bank', to_jsonb(b),
        'imports', (select coalesce(jsonb_agg(i), '[]') from question_imports i where i.bank_id = b.id),
        'questions', (select coalesce(jsonb_agg(q order by q.place), '[]') from bank_questions q where q.bank_id = b.id),
        'versions', (select coalesce(jsonb_agg(v), '[]') from bank_question_versions v
          join bank_questions q on q.id = v.question_id where q.bank_id = b.id)), ${now}, ${deletedBy}
    from question_banks b where b.id = ${id}`.execute(trx);
  await trx.deleteFrom('question_banks').where('id', '=', id).execute();
}

/** Moves questions with their versions into the trash. */
export async function trashQuestions(
  trx: Transaction<DB>,
  { deletedBy, ids, now }: Deletion & { ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into bank_trash (id, kind, bank_id, title, stored, deleted_at, deleted_by)
    select q.id, 'question', q.bank_id, left(coalesce(nullif(q.question->>'prompt', ''), q.key), 200),
      jsonb_build_object('questions', jsonb_build_array(to_jsonb(q)),
        'versions', (select coalesce(jsonb_agg(v), '[]') from bank_question_versions v where v.question_id = q.id)),
      ${now}, ${deletedBy}
    from bank_questions q where q.id = any (${[...ids]}::uuid[])`.execute(trx);
  await trx
    .deleteFrom('bank_questions')
    .where('id', 'in', [...ids])
    .execute();
}

export interface HiddenBankItem {
  readonly bank_id: string;
  /** The slug of a bank, the key of a question. */
  readonly name: string;
}

/** A bank or a question in the trash, held until the transaction ends. */
export async function lockBankItem(
  trx: Transaction<DB>,
  { id, kind }: { id: string; kind: BankTrashKind },
): Promise<HiddenBankItem | undefined> {
  const { rows } = await sql<HiddenBankItem>`
    select bank_id, coalesce(stored->'bank'->>'slug', stored->'questions'->0->>'key') as name
    from bank_trash where id = ${id} and kind = ${kind} for update`.execute(trx);
  return rows[0];
}

/** Puts a bank back with all that it had, under this slug. */
export async function returnBank(
  trx: Transaction<DB>,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  await sql`
    insert into question_banks select b.* from bank_trash t,
      jsonb_populate_record(null::question_banks, t.stored->'bank' || jsonb_build_object('slug', ${slug}::text)) b
    where t.id = ${id}`.execute(trx);
  await sql`
    insert into question_imports select i.* from bank_trash t,
      jsonb_populate_recordset(null::question_imports, t.stored->'imports') i where t.id = ${id}`.execute(
    trx,
  );
  await returnRows(trx, id);
}

/** Puts a question back into its bank, under this key and at its place; an import that is gone is not named any more. */
export async function returnQuestion(
  trx: Transaction<DB>,
  { id, key }: { id: string; key: string },
): Promise<void> {
  await sql`
    update bank_trash t set stored = jsonb_set(t.stored, '{questions,0}', q || jsonb_build_object('key', ${key}::text,
      'question', jsonb_set(q->'question', '{id}', to_jsonb(${key}::text)),
      'import_id', (select i.id from question_imports i where i.id = (q->>'import_id')::uuid)))
    from (select id, stored->'questions'->0 as q from bank_trash) as held where t.id = ${id} and held.id = t.id`.execute(
    trx,
  );
  await returnRows(trx, id);
}

async function returnRows(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    insert into bank_questions overriding system value select q.* from bank_trash t,
      jsonb_populate_recordset(null::bank_questions, t.stored->'questions') q where t.id = ${id}`.execute(
    trx,
  );
  await sql`
    insert into bank_question_versions select v.* from bank_trash t,
      jsonb_populate_recordset(null::bank_question_versions, t.stored->'versions') v where t.id = ${id}`.execute(
    trx,
  );
  await trx.deleteFrom('bank_trash').where('id', '=', id).execute();
}

export interface TrashedBankItem {
  readonly kind: BankTrashKind;
  readonly id: string;
  readonly title: string;
  readonly bank_title: string;
  readonly bank_id: string;
  readonly questions: number;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
}

/** Banks, and questions of banks that are not in the trash themselves, newest first; of each so many at most. */
export async function selectTrashedBankItems(
  db: Reader,
  limit: number,
): Promise<Readonly<Record<BankTrashKind, TrashedBankItem[]>>> {
  const { rows } = await sql<TrashedBankItem>`
    select i.* from (values ('bank'), ('question')) k (kind) cross join lateral (
      select t.kind, t.id, t.title, t.bank_id, coalesce(b.title, t.title) as bank_title,
        jsonb_array_length(t.stored->'questions') as questions, t.deleted_at, u.name as deleted_by
      from bank_trash t left join question_banks b on b.id = t.bank_id left join users u on u.id = t.deleted_by
      where t.kind = k.kind and (t.kind = 'bank' or b.id is not null)
      order by t.deleted_at desc, t.id limit ${limit}) i
    order by i.deleted_at desc, i.id`.execute(db);
  const of = (kind: BankTrashKind) => rows.filter((row) => row.kind === kind);
  return { bank: of('bank'), question: of('question') };
}

export interface DueBankItem {
  readonly id: string;
  readonly kind: BankTrashKind;
  readonly title: string;
  /** To the microsecond, for the cursor. */
  readonly deleted: string;
}

/** What was deleted up to an instant and is to go for good; what comes after the last of the page before. */
export async function selectDueBankItems(
  db: Reader,
  { after, before, limit }: { before: Date; after: DueBankItem | undefined; limit: number },
): Promise<DueBankItem[]> {
  const { rows } = await sql<DueBankItem>`
    select id, kind, title, deleted_at::text as deleted from bank_trash where deleted_at <= ${before}
      ${after ? sql`and (deleted_at, id) > (${after.deleted}::timestamptz, ${after.id}::uuid)` : sql``}
    order by deleted_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes one for good; answers whether it was still there, and not deleted again since. */
export async function purgeBankItem(
  trx: Transaction<DB>,
  { before, id }: { before: Date; id: string },
): Promise<boolean> {
  const { rows } =
    await sql`delete from bank_trash where id = ${id} and deleted_at <= ${before} returning id`.execute(trx);
  return rows.length > 0;
}
