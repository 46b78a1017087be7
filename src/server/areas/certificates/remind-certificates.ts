import { sql } from 'kysely';
import { perLanguage } from '#domain/language';
import { announce } from '#server/db/announce';
import type { Services } from '#server/services';

const AT_ONCE = 200;
const day = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'long', timeZone: 'UTC' }));

/**
 * Tells the holders of certificates that end within 30 days, each once and only where it can still be renewed; one that
 * is valid for a month is told of in the second half of it. Answers how many. Not audited: nothing is changed by it.
 */
export async function remindCertificates({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const { rows } = await sql<{ id: string; user_id: string; title: string; expires_at: Date }>`
      update certificates set reminded_at = ${now} where id in (
        select id from certificates
        where expires_at > ${now} and expires_at <= ${now}::timestamptz + interval '30 days'
          and expires_at - (expires_at - issued_at) / 2 <= ${now}
          and reminded_at is null and revoked_at is null and replaced_for is null
          and user_id is not null and course_id is not null
        order by expires_at limit ${AT_ONCE} for update skip locked)
      returning id, user_id, title, expires_at`.execute(trx);
    for (const { expires_at, id, title, user_id } of rows)
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
