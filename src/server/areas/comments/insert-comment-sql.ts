import { noticesOf } from '#server/db/announce';
import { auditActor, auditRowsOf } from '#server/db/audit';
import { batchedBy, GATHER_MS } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import { timeOrderedId } from '#server/platform/ids/time-ordered-id';
import type { Caller } from '#server/services';
import { COMMENTS_CHANNEL } from './notify-readers.ts';
import { ownReaders } from './readers/tell-readers.ts';

export interface NewComment {
  readonly courseId: string;
  readonly authorId: string;
  readonly parentId: string | null;
  readonly body: string;
  readonly html: string;
  readonly at: Date;
  /** Whom to tell of a reply, and what; the id of the comment is added to the link. */
  readonly notice: { readonly userId: string; readonly link: string; readonly props: object } | null;
}
type Given = ReturnType<typeof given>;
interface Made {
  readonly id: string;
  readonly version: number;
  /** Of how many courses the readers hear by the statement, with all of its comments. */
  readonly told: number;
}

const insertRows = prepared<Made>(`
  with given as (select * from jsonb_to_recordset($1::jsonb) as row (id uuid, course_id uuid, author_id uuid, parent_id uuid,
      body text, body_html text, at timestamptz, action text, after jsonb, actor_id uuid, actor_kind text, ip_address text,
      request_id text, api_key_id uuid, on_behalf_of uuid, recipient uuid, link text, props jsonb)),
  made as (
    insert into comments (id, course_id, author_id, parent_id, body, body_html, created_at)
    select id, course_id, author_id, parent_id, body, body_html, at from given
    returning id, course_id, version),
  audited as (${auditRowsOf("(select *, 'comment' as entity, id as entity_id from given) added", [
    'action',
    'entity',
    'entity_id',
    'after',
    'actor_id',
    'actor_kind',
    'ip_address',
    'request_id',
    'api_key_id',
    'on_behalf_of',
  ])}),
  noticed as (${noticesOf(`(
    select 'comment-reply:' || id as event_key, 'comment-reply' as kind, recipient as user_id, id as comment_id, link || id as link,
      props from given where recipient is not null) replies`)} returning id)
  select id, version, (select count(pg_notify('${COMMENTS_CHANNEL}', course_id || ' ' || ids))::int
      from (select course_id, string_agg(id::text, ' ') as ids from made group by course_id) found where $2) as told,
    (select pg_notify('notice', '') from noticed limit 1)
  from made`);

/**
 * Writes a comment with its audit row, the notice to whom it answers and the word to open pages, in one statement: each
 * round trip to the database costs as much as the writing. What a full classroom writes at one moment goes together.
 */
export async function insertComment(db: Db, caller: Caller, comment: NewComment): Promise<Made> {
  const written = await insertions(db)(given(caller, comment));
  if (written instanceof Error) throw written;
  return written;
}

const insertions = batchedBy((db: Db) => (all: readonly Given[]) => insertAll(db, all), {
  gatherMs: GATHER_MS,
});

async function insertAll(db: Db, all: readonly Given[]): Promise<(Made | Error)[]> {
  const insert = (some: readonly Given[]) => insertTold(db, some);
  const lost = new Error('the comment was not written');
  try {
    const made = new Map((await insert(all)).map((row) => [row.id, row]));
    return all.map(({ id }) => made.get(id) ?? lost);
  } catch (error) {
    if (all.length === 1) throw error;
  }
  // One of them is at fault, and the others shall not suffer for it.
  return Promise.all(
    all.map((each) =>
      insert([each]).then(
        ([row]) => row ?? lost,
        (error: Error) => error,
      ),
    ),
  );
}

/** Readers hear of it from the statement, or from us. */
async function insertTold(db: Db, given: readonly Given[]): Promise<Made[]> {
  const readers = ownReaders(db);
  const isAlone = readers.isAlone();
  try {
    return await insertRows(db.pool, [JSON.stringify(given), !isAlone]);
  } finally {
    // Where it failed, what was committed may be all the same.
    if (isAlone) await readers.tell(db, given);
  }
}

function given(caller: Caller, { at, authorId, body, courseId, html, notice, parentId }: NewComment) {
  return {
    id: timeOrderedId(at),
    course_id: courseId,
    author_id: authorId,
    parent_id: parentId,
    body,
    body_html: html,
    at,
    ...auditActor(caller),
    action: parentId === null ? 'comment.add' : 'comment.reply',
    after: parentId === null ? { courseId } : { courseId, parentId },
    recipient: notice?.userId ?? null,
    link: notice?.link ?? null,
    props: notice?.props ?? null,
  };
}
