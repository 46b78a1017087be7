import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { dayFault, endOfDay } from '../../end-of-day.ts';

interface Gift {
  readonly tier: Tier;
  /** Null: without an end. */
  readonly until: string | null;
  readonly reason: string;
}

/** What is wrong, by the name of the field. */
export interface GiftFaults {
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
}

/** The gift that a form describes; undefined with a fault beside each field that is wrong. */
export function readGift(
  values: FormData,
  now: Date,
): { readonly gift: Gift | undefined; readonly faults: GiftFaults } {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const tier = TIERS.find((it) => it === text('tier'));
  const end = text('until') === '' ? undefined : endOfDay(text('until'));
  const faults: GiftFaults = {
    until: dayFault(end, now),
    reason: text('reason') === '' ? m.billing_admin_gift_missing() : undefined,
  };
  if (!tier || end === null || faults.until || faults.reason) return { gift: undefined, faults };
  return { gift: { tier, until: end?.toISOString() ?? null, reason: text('reason') }, faults };
}
