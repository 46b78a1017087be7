import type { Transaction } from 'kysely';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import { auditActor, auditRowsOf } from '#server/db/audit';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';

interface Ended {
  readonly id: string;
  readonly submitted_at: Date;
  readonly ended_by: 'candidate' | 'deadline';
  readonly passed: boolean;
  readonly waiting: boolean;
  readonly result: ExamResult;
  /** What the audit log says of it. */
  readonly after: object;
}

const end = prepared(`
  with given as (select * from jsonb_to_record($1::jsonb) as row (id uuid, submitted_at timestamptz, ended_by text, passed boolean,
      waiting boolean, result jsonb, after jsonb, actor_id uuid, actor_kind text, on_behalf_of uuid, api_key_id uuid,
      ip_address text, request_id text)),
  audited as (${auditRowsOf(
    "(select *, 'exam.submit' as action, 'exam_attempt' as entity, id as entity_id from given) added",
    [
      'action',
      'entity',
      'entity_id',
      'after',
      'actor_id',
      'actor_kind',
      'on_behalf_of',
      'api_key_id',
      'ip_address',
      'request_id',
    ],
  )})
  update exam_attempts a set submitted_at = g.submitted_at, ended_by = g.ended_by, passed = g.passed, waiting = g.waiting,
    result = g.result
  from given g where a.id = g.id`);

/** Ends an attempt with its result, and writes its audit row in the same statement: a whole class submits at one moment. */
export async function endAttempt(trx: Transaction<DB>, caller: Caller, ended: Ended): Promise<void> {
  await end(trx, [JSON.stringify({ ...ended, ...auditActor(caller) })]);
}
