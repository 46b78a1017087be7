import { alertForm } from '#contract/administration/alert-settings';
import { selectSetting } from '#server/areas/settings/sql';
import { postOutside } from '#server/platform/post-outside';
import type { Services } from '#server/services';
import { alertSecret, signAlert } from './alert-secret.ts';
import { claimPosts, type DuePost, markPosted, postponePost } from './alert-sql.ts';

/** Delays before the second, third, … attempt, in seconds; after the last one an alert is given up. */
const RETRY_SECONDS = [60, 120, 300, 900, 3600] as const;

/** Posts alerts that wait to the webhook of the settings. One that isn't taken is tried again later. */
export async function postAlerts({ clock, config, db, log }: Services): Promise<void> {
  const row = await selectSetting(db.kysely, 'alerts');
  const { webhookUrl } = alertForm.parse(row?.value ?? {});
  for (const post of await claimPosts(db, clock.now())) {
    const result = webhookUrl === '' ? NO_WEBHOOK : await postAlert({ clock, config }, webhookUrl, post.body);
    if (result.isDelivered) await markPosted(db, post.id, clock.now());
    else {
      log.warn({ alertPost: post.id, attempt: post.attempts, message: result.detail }, 'alert not accepted');
      await putOff(db, post, result.detail, clock.now());
    }
  }
}

const NO_WEBHOOK: Delivery = { isDelivered: false, detail: 'no webhook is set' };

export interface Delivery {
  readonly isDelivered: boolean;
  /** The status that came back, or why nothing did. */
  readonly detail: string;
}

/** Posts one message, signed. */
export async function postAlert(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  webhookUrl: string,
  body: string,
): Promise<Delivery> {
  try {
    const status = await postOutside(webhookUrl, {
      body,
      headers: {
        'content-type': 'application/json',
        'x-alert-signature': signAlert(alertSecret(config, webhookUrl), body, clock.now()),
      },
    });
    return { isDelivered: status >= 200 && status < 300, detail: `HTTP ${status}` };
  } catch (error) {
    return {
      isDelivered: false,
      detail: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    };
  }
}

async function putOff(
  db: Services['db'],
  { attempts, id }: DuePost,
  error: string,
  now: Date,
): Promise<void> {
  const seconds = RETRY_SECONDS[attempts - 1];
  const nextAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
  await postponePost(db, id, { error, nextAt, now });
}
