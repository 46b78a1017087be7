import { mailedKinds } from '#domain/notifications/mail-switches';
import { TIERS, tiersUpTo } from '#domain/tiers';
import type { MailProps } from '#emails/mail-props';
import type { Services } from '#server/services';
import { countWanted, restoreDigest, selectReader, wantsEvent } from './digest-sql.ts';
import { mailReaders } from './mail-readers.ts';
import { readMailKey } from './read-mail-key.ts';
import type { MailReader } from './readable-sql.ts';

/**
 * Whether the reader of an email about one notice may still read what it quotes, and neither the school nor the reader has turned
 * its kind off; true for any other email.
 */
export async function isNoticeWanted(services: Services, eventKey: string): Promise<boolean> {
  const { eventId = null, userId = '' } = readMailKey(eventKey) ?? {};
  if (eventId === null) return true;
  const reader = await readerOf(services, userId);
  if (!reader) return false;
  return wantsEvent(services.db.kysely, reader, { eventId, userId });
}

/**
 * Whether the reader of a daily email may still read and still wants all that it holds. Where not, what is left of it is due again and is
 * written again in its place.
 */
export async function isDigestWanted(
  services: Services,
  { eventKey, items }: { eventKey: string; items: MailProps['digest']['items'] },
): Promise<boolean> {
  const userId = readMailKey(eventKey)?.userId;
  const reader = userId === undefined ? undefined : await readerOf(services, userId);
  if (userId === undefined || !reader) return false;
  const ids = items.map(({ id }) => id);
  return services.db.transaction(async (trx) => {
    if ((await countWanted(trx, reader, { userId, ids })) === ids.length) return true;
    await restoreDigest(trx, { eventKey, userId, ids });
    return false;
  });
}

/** What a person may read by email now; undefined without an open account. */
async function readerOf(services: Services, userId: string): Promise<MailReader | undefined> {
  const person = await selectReader(services.db.kysely, userId, await mailReaders(services));
  if (!person) return undefined;
  const tiers = person.is_admin ? TIERS : tiersUpTo(person.tier);
  const { notifications } = await services.settings.current();
  return {
    isAdmin: person.is_admin,
    kinds: mailedKinds(notifications),
    now: services.clock.now(),
    tiers,
  };
}
