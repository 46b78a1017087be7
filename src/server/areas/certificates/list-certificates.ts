import type { AdminCertificate } from '#contract/exams/certificates';
import { canAdminister } from '#domain/access/can-administer';
import { certificateState } from '#domain/certificates/certificate-state';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { type AdminRow, selectCertificates } from './admin-sql.ts';
import { factsOf } from './to-certificate.ts';

const PAGE_SIZE = 30;

interface Query {
  readonly q: string;
  readonly state?: 'valid' | 'expired' | 'revoked' | undefined;
  readonly after?: string | undefined;
}

/** Certificates of everybody, last issued first; found by name, address, title or id. */
export async function listCertificates(
  { clock, db }: Services,
  { viewer }: Caller,
  { after, q, state }: Query,
): Promise<{ items: AdminCertificate[]; next: string | null }> {
  authorise(canAdminister(viewer));
  const now = clock.now();
  const rows = await selectCertificates(db.kysely, {
    contains: q,
    state: state ?? null,
    after: after === undefined ? null : fromCursor(after),
    now,
    limit: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toAdminCertificate(row, now)),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
  };
}

function toAdminCertificate(row: AdminRow, now: Date): AdminCertificate {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    courseTitle: row.course_title,
    achievedAt: row.achieved_at.toISOString(),
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    state: certificateState(factsOf(row), now),
    name: row.holder_name,
    userId: row.user_id,
    presentName: row.present_name === row.holder_name ? null : row.present_name,
    revokedReason: row.revoked_reason,
  };
}
