import { sql } from 'kysely';
import { perLanguage } from '#domain/language';
import { announce } from '#server/db/announce';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';

const AT_ONCE = 200;
const day = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'long', timeZone: 'UTC' }));

/** Ends within 30 days, is in the second half of its time, and can still be renewed. */
const due = (
  now: Date,
) => sql<boolean>`expires_at > ${now} and expires_at <= ${now}::timestamptz + interval '30 days'
  and expires_at - (expires_at - issued_at) / 2 <= ${now}
  and reminded_at is null and revoked_at is null and replaced_for is null
  and user_id is not null and course_id is not null`;

/**
 * Tells the holders of certificates that end within 30 days, each once and only where it can still be renewed; one that
 * is valid for a month is told of in the second half of it. Each in a transaction of its own: one that fails is logged and
 * tried again the next time. Answers how many. Not audited: nothing is changed by it.
 */
export async function remindCertificates({
  clock,
  db,
  log,
}: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const now = clock.now();
  return forEachDue<{ id: string; ends: string }>({
    log,
    failure: 'nobody could be told that a certificate ends',
    limit: AT_ONCE,
    select: async (after, limit) => {
      const { rows } = await sql<{ id: string; ends: string }>`
        select id, expires_at::text as ends from certificates where ${due(now)}
          ${after ? sql`and (expires_at, id) > (${after.ends}::timestamptz, ${after.id})` : sql``}
        order by expires_at, id limit ${limit}`.execute(db.kysely);
      return rows;
    },
    run: ({ id }) => remindOf(db, id, now),
  });
}

/** How many were told: nobody where another process does it at the same moment. */
async function remindOf(db: Services['db'], id: string, now: Date): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await sql<{ user_id: string; title: string; expires_at: Date }>`
      update certificates set reminded_at = ${now} where id in (
        select id from certificates where id = ${id} and ${due(now)} for update skip locked)
      returning user_id, title, expires_at`.execute(trx);
    for (const { expires_at, title, user_id } of rows)
      await announce(trx, {
        kind: 'certificate-ends',
        eventKey: `certificate-ends:${id}`,
        to: { userId: user_id },
        link: `/certificates/${id}`,
        props: { title, day: day().format(expires_at) },
      });
    return rows.length;
  });
}
