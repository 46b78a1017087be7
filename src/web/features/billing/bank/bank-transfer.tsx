import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TransferOffer } from '#contract/bank-transfers';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import classes from './bank-transfer.module.css';
import { PendingTransfer } from './pending-transfer.tsx';
import { ownTransfersQuery } from './queries.ts';
import { TransferDialog } from './transfer-dialog.tsx';

/** The other way to pay, where the school offers it: an order to make, or the one that waits for its money. */
export function BankTransfer({ isSubscribed }: { isSubscribed: boolean }) {
  const { data } = useQuery(ownTransfersQuery(useApi()));
  const [chosen, setChosen] = useState<TransferOffer>();
  if (data?.order) return <PendingTransfer order={data.order} />;
  // A subscription that runs is paid already.
  if (!data?.isOffered || data.offers.length === 0 || isSubscribed) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChosen(data.offers[Number(new FormData(event.currentTarget).get('offer'))]);
  };
  return (
    <section className={classes.card} aria-labelledby="bank-transfer">
      <h2 id="bank-transfer">{m.bank_title()}</h2>
      <p>{m.bank_text()}</p>
      <Form onSubmit={submit}>
        <SelectField label={m.bank_plan()} name="offer">
          {data.offers.map((offer, index) => (
            <option key={`${offer.planId} ${offer.interval}`} value={index}>
              {m.bank_option({ plan: offer.plan, price: priceOf(offer) })}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" variant="secondary">
            {m.bank_order()}
          </Button>
        </div>
      </Form>
      {chosen && <TransferDialog offer={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

function priceOf({ amount, currency, interval }: TransferOffer): string {
  const price = formatMoney(amount, currency);
  return interval === 'year' ? m.bank_price_year({ price }) : m.bank_price_month({ price });
}
