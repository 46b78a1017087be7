import { NAME_FAULTS } from '#contract/accounts/name-faults';
import { nameFault } from '#domain/accounts/display-name';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';

/**
 * Throws BAD_INPUT for a name that hides something, holds an address, or looks like the people who run the school: it
 * stands in mails to others, to strangers even. Administrators may look like what they are.
 */
export async function refuseBadName(
  { settings }: Pick<Services, 'settings'>,
  name: string,
  { isAdmin = false }: { readonly isAdmin?: boolean } = {},
): Promise<void> {
  const { school } = await settings.current();
  const fault = nameFault(name, school.name);
  if (fault === null || (fault === 'staff' && isAdmin)) return;
  throw new Failure('BAD_INPUT', { fields: { name: NAME_FAULTS[fault]() } });
}
