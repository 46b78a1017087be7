import { systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { giveCommand, type Order } from './give-command.ts';

interface Unasked extends Pick<Order, 'args' | 'kind' | 'turn'> {
  readonly accountId: string;
}

/**
 * Gives a command that the school itself has to. Written down once however often it is tried; a look before each try has shown
 * that it is still to be done.
 */
export function giveUnasked(
  services: Services,
  { args, kind, ...rest }: Unasked,
  give: (key: string) => Promise<void>,
): Promise<void> {
  const audit = { action: `billing.${kind}`, entity: 'billing', after: args };
  const command = { ...rest, provider: services.payments?.name ?? '', kind, args, audit };
  return giveCommand(services, systemCaller, { ...command, resumes: 'new-keys' }, give);
}
