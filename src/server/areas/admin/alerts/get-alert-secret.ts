import { alertForm } from '#contract/administration/alert-settings';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { getSetting } from '../../settings/get-setting.ts';
import { alertSecret } from './alert-secret.ts';

/** The secret that a receiver checks signatures with; null: no webhook is set. */
export async function getAlertSecret(services: Services, caller: Caller): Promise<{ secret: string | null }> {
  authorise(canAdminister(caller.viewer));
  const { value } = await getSetting(services, caller, 'alerts', alertForm);
  return { secret: value.webhookUrl === '' ? null : alertSecret(services.config, value.webhookUrl) };
}
