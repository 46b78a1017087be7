import { createHmac } from 'node:crypto';
import type { StripeEvent } from '../fake/objects.ts';

/** How badly notices come: real ones do all of this, seldom. */
export interface Mischief {
  isShuffled: boolean;
  /** Parts of one that come twice, or never. */
  doubled: number;
  dropped: number;
  random: () => number;
}

export interface Endpoint {
  url: string;
  /** Two while a secret is being changed: the notice is signed with both. */
  secrets: readonly string[];
}

export function signNotice(
  payload: string,
  secrets: readonly string[],
  at = Math.floor(Date.now() / 1000),
): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`,
  );
  return [`t=${at}`, ...signatures].join(',');
}

/** Sends what happened in the account to the product. */
export class Webhooks {
  endpoint: Endpoint | undefined;
  queue: StripeEvent[] = [];
  /** Milliseconds after which a notice is sent by itself; undefined: when a test says so. */
  delayMs: number | undefined;
  posted = 0;
  /** The time that notices are signed at, in seconds; the product's clock may be another than ours. */
  clock = (): number => Math.floor(Date.now() / 1000);

  take(event: StripeEvent): void {
    if (this.endpoint === undefined) return;
    this.queue.push(event);
    if (this.delayMs !== undefined) setTimeout(() => void this.deliver(), this.delayMs).unref();
  }

  /** Sends what waits. What is refused is sent again, at most three times; answers how many stay refused. */
  async deliver(mischief?: Mischief): Promise<number> {
    let batch = this.queue;
    this.queue = [];
    for (let round = 0; round < 3 && batch.length > 0; round += 1) {
      if (mischief) batch = spoilt(batch, mischief);
      const refused: StripeEvent[] = [];
      const send = async (event: StripeEvent) => {
        if ((await this.#post(event)) >= 300) refused.push(event);
      };
      // Real notices overlap.
      if (mischief) await Promise.all(batch.map(send));
      else for (const event of batch) await send(event);
      batch = refused;
    }
    return batch.length;
  }

  async #post(event: StripeEvent): Promise<number> {
    if (!this.endpoint) return 0;
    const payload = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signNotice(payload, this.endpoint.secrets, this.clock()),
    };
    this.posted += 1;
    try {
      const response = await fetch(this.endpoint.url, { method: 'POST', headers, body: payload });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Nobody is there: Stripe tries again later.
      return 599;
    }
  }
}

function spoilt(
  batch: readonly StripeEvent[],
  { doubled, dropped, isShuffled, random }: Mischief,
): StripeEvent[] {
  const sent = batch
    .filter(() => random() >= dropped)
    .flatMap((event) => (random() < doubled ? [event, event] : [event]));
  if (!isShuffled) return sent;
  return sent
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
}
