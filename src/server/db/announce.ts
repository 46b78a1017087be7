import type { Transaction } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import { notify } from './notify.ts';
import type { DB } from './types.ts';

/** Whom a notice is for. Followers are those of the course's categories who may open it. */
export type NoticeAudience =
  | { readonly userId: string }
  | { readonly administrators: true }
  | { readonly followersOf: string };

export interface NoticeRequest {
  readonly kind: NoticeKind;
  /** Names the event; one event is reported once to each person, however often it is announced. */
  readonly eventKey: string;
  readonly to: NoticeAudience;
  /** Path on this site where it can be seen. */
  readonly link: string;
  /** Words that the inbox and the mail show; nothing above the tier of who is notified. */
  readonly props?: Readonly<Record<string, string>>;
  /** An email of its own says it: only the inbox shows it. */
  readonly isInAppOnly?: boolean;
  /** Not before this instant; left out: at once. */
  readonly dueAt?: Date;
}

/** Says that something happened that people are notified of, in the transaction that does it. */
export async function announce(trx: Transaction<DB>, notice: NoticeRequest): Promise<void> {
  const { dueAt, eventKey, isInAppOnly = false, kind, link, props = {}, to } = notice;
  await trx
    .insertInto('notice_events')
    .values({
      event_key: eventKey,
      kind,
      user_id: 'userId' in to ? to.userId : null,
      for_administrators: 'administrators' in to,
      course_id: 'followersOf' in to ? to.followersOf : null,
      props: JSON.stringify(props),
      link,
      in_app_only: isInAppOnly,
      ...(dueAt && { due_at: dueAt }),
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
  await notify(trx, 'notice');
}

/** For a statement that changes many rows at once: says that each row of `source` happened, which has these columns. */
export function noticesOf(source: string): string {
  return `insert into notice_events (event_key, kind, user_id, comment_id, link, props)
    select event_key, kind, user_id, comment_id, link, props from ${source}`;
}
