import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Services } from '#server/services';
import { securityLink } from '../registration/mail-links.ts';
import { selectLock } from '../two-factor/two-factor-sql.ts';

/**
 * Waits for the check of a code that claimTry has counted. Where it fails and codes are locked by now, a mail tells the
 * owner, once a day at most: whoever guesses here knows the password or sits at an open session.
 */
export async function counted<Answer>(
  services: Services,
  userId: string,
  check: Promise<Answer>,
): Promise<Answer> {
  try {
    return await check;
  } catch (error) {
    await reportLock(services, userId);
    throw error;
  }
}

async function reportLock({ clock, config, db }: Services, userId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const owner = await selectLock(trx, userId);
    if (!owner) return;
    await enqueueMail(trx, {
      eventKey: `second-factor-locked:${userId}:${clock.now().toISOString().slice(0, 10)}`,
      template: 'second-factor-locked',
      recipient: owner.email,
      props: { name: owner.name, link: securityLink(config) },
    });
  });
}
