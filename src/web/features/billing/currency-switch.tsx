import { type ReactNode, useEffect, useState } from 'react';
import type { Invoice } from '#contract/invoices';
import type { Offer } from '#contract/offers';
import { shownCurrency } from '#domain/billing/currency-of-region';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { keep, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useUser } from '#web/lib/session/session.ts';
import classes from './interval-switch.module.css';
import { useBilled } from './queries.ts';

const KEPT = nameFor('currency', null, 'prices');

interface InCurrency {
  /** The offers in the currency that is shown. */
  readonly offers: readonly Offer[];
  /** To show another one; nothing where there is no choice. */
  readonly currencySwitch: ReactNode;
}

/** The currency that the member's own card is charged in; null: none yet. */
export function useOwnCurrency(): string | null {
  const user = useUser();
  const { data: billed } = useBilled({ enabled: user !== null });
  return billed?.subscription?.currency ?? chargedCurrency(billed?.invoices ?? []);
}

/** In which currency a customer of these invoices was charged. Bank transfers, which have no document, bind nobody. */
export function chargedCurrency(invoices: readonly Invoice[]): string | null {
  return invoices.find(({ hasDocument }) => hasDocument)?.currency ?? null;
}

/** Offers in one currency: the one that the customer is bound to, else the one that this browser chose or its region uses. */
export function useCurrency(all: readonly Offer[], bound: string | null): InCurrency {
  const sold = [...new Set(all.map(({ currency }) => currency))].sort();
  const [chosen, setChosen] = useState<string | null>(null);
  const [locale, setLocale] = useState<string | null>(null);
  useEffect(() => {
    // Only the browser knows: what the server drew is in the first currency.
    const kept = readKept(KEPT);
    setChosen(typeof kept === 'string' ? kept : null);
    setLocale(navigator.language);
  }, []);
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
