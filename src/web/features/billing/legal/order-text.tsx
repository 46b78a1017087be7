import { useState } from 'react';
import type { OrderTerms } from '#contract/legal';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './legal.module.css';
import { OrderLines } from './order-lines.tsx';

interface OrderTextProps {
  readonly terms: OrderTerms;
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly onCancel: () => void;
  readonly onOrder: (beginNow: boolean) => void;
}

/** The terms of an order, the wish to begin at once where the law asks for it, and the button that orders. */
export function OrderText({ busy, busyLabel, onCancel, onOrder, terms }: OrderTextProps) {
  const [beginNow, setBeginNow] = useState(false);
  return (
    <div className={classes.order}>
      <OrderLines lines={terms.lines} />
      <p>
        <TextLink to="/terms" target="_blank">
          {m.legal_order_terms_link()}
        </TextLink>
      </p>
      {terms.beginNow !== null && (
        <label className={classes.box}>
          <input type="checkbox" checked={beginNow} onChange={(event) => setBeginNow(event.target.checked)} />
          <span>
            {terms.beginNow} <small>{m.legal_order_begin_help()}</small>
          </span>
        </label>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button busy={busy} onClick={() => onOrder(beginNow)}>
          {busy ? busyLabel : terms.button}
        </Button>
      </DialogActions>
    </div>
  );
}
