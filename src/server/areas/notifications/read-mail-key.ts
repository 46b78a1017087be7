/** Names the notice and the person that an email is about: deliver-sql.ts. */
const NOTICE = /^notice:([0-9a-f-]{36}):([0-9a-f-]{36})$/;
/** Names the person that a daily email is for: send-digests.ts. */
const DIGEST = /^digest:([0-9a-f-]{36}):/;

/** Whom an email tells which notice, or daily; undefined: it tells none. */
export function readMailKey(
  eventKey: string,
): { readonly userId: string; readonly eventId: string | null } | undefined {
  const [, eventId, userId] = NOTICE.exec(eventKey) ?? [];
  if (eventId !== undefined && userId !== undefined) return { userId, eventId };
  const [, reader] = DIGEST.exec(eventKey) ?? [];
  return reader === undefined ? undefined : { userId: reader, eventId: null };
}
