import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';

const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'cad', 'aud', 'jpy'] as const;

/** The currency of an amount, as the field `currency` of a form. */
export function CurrencyField({ defaultValue }: { defaultValue?: string }) {
  return (
    <SelectField label={m.billing_admin_price_currency()} name="currency" defaultValue={defaultValue}>
      {CURRENCIES.map((currency) => (
        <option key={currency} value={currency}>
          {currency.toUpperCase()}
        </option>
      ))}
    </SelectField>
  );
}
