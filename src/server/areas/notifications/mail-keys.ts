/** Names the notice and the person that an email is about: deliver-sql.ts. */
const NOTICE = /^notice:([0-9a-f-]{36}):([0-9a-f-]{36})$/;
/** Names the person that a daily email is for: send-digests.ts. */
const DIGEST = /^digest:([0-9a-f-]{36}):/;

/** Which notice an email tells whom; undefined: it tells none. */
export function readNoticeKey(eventKey: string): { eventId: string; userId: string } | undefined {
  const [, eventId, userId] = NOTICE.exec(eventKey) ?? [];
  return eventId === undefined || userId === undefined ? undefined : { eventId, userId };
}

/** Whose daily email it is; undefined: it is another one. */
export function readDigestKey(eventKey: string): string | undefined {
  return DIGEST.exec(eventKey)?.[1];
}
