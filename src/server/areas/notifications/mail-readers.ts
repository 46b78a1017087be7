import type { Services } from '#server/services';

/** Whom a mail finds as an administrator: it is read anywhere, so only who may administer from everywhere. */
export interface MailReaders {
  readonly anyAdministrator: boolean;
  /** Only those with a second factor. */
  readonly withSecondFactor: boolean;
}

/** Mails and digests obey the rules of where administration is open (decision 64). */
export async function mailReaders({ settings }: Pick<Services, 'settings'>): Promise<MailReaders> {
  const { security } = await settings.current();
  return {
    anyAdministrator: (security?.allowedAddresses ?? []).length === 0,
    withSecondFactor: security?.twoFactor ?? false,
  };
}
