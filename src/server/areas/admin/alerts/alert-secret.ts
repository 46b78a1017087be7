import { createHmac } from 'node:crypto';
import type { Config } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';

/** What signs alerts to a webhook. It belongs to the address: another address has another one, and nothing is stored. */
export function alertSecret({ dataDir }: Pick<Config, 'dataDir'>, webhookUrl: string): string {
  return createHmac('sha256', readAuthSecret(dataDir)).update(`alert webhook\n${webhookUrl}`).digest('hex');
}

/** The header that proves where an alert comes from, and when it was sent. */
export function signAlert(secret: string, body: string, sentAt: Date): string {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
