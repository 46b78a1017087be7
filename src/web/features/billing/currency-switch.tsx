import { type ReactNode, useEffect, useState } from 'react';
import type { Offer } from '#contract/offers';
import { shownCurrency } from '#domain/billing/currency-of-region';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { keep, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import classes from './interval-switch.module.css';
import { useBilled } from './queries.ts';
import { useKeepBilled } from './use-keep-billed.ts';

const KEPT = nameFor('currency', null, 'prices');

interface InCurrency {
  /** The offers in the currency that is shown. */
  readonly offers: readonly Offer[];
  /** To show another one; nothing where there is no choice. */
  readonly currencySwitch: ReactNode;
}

interface Binding {
  /** The currency that the customer is charged in; null where there is a choice. */
  readonly currency: string | null;
  /** Asks the provider, which may have deleted the customer meanwhile; left out: a subscription runs. */
  readonly ask?: (() => Promise<unknown>) | undefined;
}

/** What the member's own card is charged in. */
export function useOwnCurrency(): Binding {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const user = useUser();
  const { data: billed } = useBilled({ enabled: user !== null });
  const ask = async () => keepBilled(await api.billing.refresh());
  return { currency: billed?.currency ?? null, ask: billed?.subscription ? undefined : ask };
}

/** Offers in one currency: the one that the customer is bound to, else the one that this browser chose or its region uses. */
export function useCurrency(all: readonly Offer[], { ask, currency: bound }: Binding): InCurrency {
  const sold = [...new Set(all.map(({ currency }) => currency))].sort();
  const [chosen, setChosen] = useState<string | null>(null);
  const [locale, setLocale] = useState<string | null>(null);
  useEffect(() => {
    // Only the browser knows: what the server drew is in the first currency.
    const kept = readKept(KEPT);
    setChosen(typeof kept === 'string' ? kept : null);
    setLocale(navigator.language);
  }, []);
  const isInDoubt = bound !== null && sold.length > 1 && ask !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; while nothing is known, the currency stays.
  useEffect(() => {
    if (isInDoubt) ask?.().catch(() => undefined);
  }, [isInDoubt]);
  const shown = shownCurrency(sold, { bound, chosen, locale });
  const choose = (currency: string) => {
    setChosen(currency);
    keep(KEPT, JSON.stringify(currency));
  };
  return {
    offers: all.filter(({ currency }) => currency === shown),
    currencySwitch:
      bound === null && sold.length > 1 ? (
        <CurrencySwitch sold={sold} value={shown} onChange={choose} />
      ) : null,
  };
}

interface CurrencySwitchProps {
  sold: readonly string[];
  value: string | undefined;
  onChange: (currency: string) => void;
}

function CurrencySwitch({ onChange, sold, value }: CurrencySwitchProps) {
  const names = new Intl.DisplayNames([language()], { type: 'currency' });
  return (
    <label className={classes.currency}>
      {m.billing_currency()}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {sold.map((currency) => (
          <option key={currency} value={currency}>
            {`${currency.toUpperCase()} – ${names.of(currency.toUpperCase()) ?? currency}`}
          </option>
        ))}
      </select>
    </label>
  );
}
