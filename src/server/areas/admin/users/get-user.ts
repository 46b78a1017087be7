import type { UserDetail } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { deviceName } from '#domain/accounts/device-name';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { toSignInMethods } from './to-sign-in-methods.ts';
import { selectUserDetail } from './user-detail-sql.ts';
import { toUserRow } from './user-sql.ts';

/** One account with its sessions, ways to sign in, keys, comments, courses and mails. Fails with USER_NOT_FOUND. */
export async function getUser(
  services: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<UserDetail> {
  authorise(canAdminister(viewer));
  const { clock, db } = services;
  const row = await selectUserDetail(db.kysely, id, clock.now());
  if (!row) throw new Failure('USER_NOT_FOUND');
  return {
    ...toUserRow(row),
    twoFactorEnabled: row.two_factor_enabled,
    erasesAt: row.erase_at?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    sessions: row.sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.user_agent),
      ipAddress: session.ip_address || null,
      createdAt: session.created_at,
      lastUsedAt: session.updated_at,
    })),
    ...toSignInMethods(services, row),
    comments: {
      count: row.comment_count,
      latest: row.comments.map(({ body, course, created_at, hidden, id: comment }) => ({
        id: comment,
        content: body,
        hidden,
        createdAt: created_at,
        course,
      })),
    },
    courses: row.courses.map(({ completed_at, enrolled_at, left_at, ...course }) => ({
      ...course,
      enrolledAt: enrolled_at,
      leftAt: left_at,
      completedAt: completed_at,
    })),
    mails: row.mails.map((mail) => ({
      id: mail.id,
      template: mail.template,
      state: mail.failed_at ? 'failed' : mail.sent_at ? 'sent' : 'waiting',
      createdAt: mail.created_at,
      sentAt: mail.sent_at,
      error: mail.failed_at ? mail.last_error : null,
    })),
    suppressed: row.suppressed,
  };
}
