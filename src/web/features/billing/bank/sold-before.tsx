import { useApi } from '#web/lib/session/session.ts';
import { InvoiceList } from '../invoices/invoice-list.tsx';
import { OwnRights } from '../legal/own-rights.tsx';
import { useBilled } from '../queries.ts';
import { StateWords } from '../state-words.tsx';
import classes from '../subscription-tab.module.css';
import { PROFILE } from '../way-back.ts';
import { BankTransfer } from './bank-transfer.tsx';

/** What was bought at a school that sells no more; nothing for who bought nothing. */
export function SoldBefore() {
  const api = useApi();
  const { data: billed } = useBilled();
  const isPaid = billed?.subscription || billed?.why === 'paid';
  return (
    <>
      {isPaid && (
        <section className={classes.state}>
          <StateWords billed={billed} />
        </section>
      )}
      <OwnRights />
      <BankTransfer isSubscribed={billed?.subscription != null} />
      {billed && (
        <InvoiceList invoices={billed.invoices} from={PROFILE} open={(id) => api.billing.invoice({ id })} />
      )}
    </>
  );
}
