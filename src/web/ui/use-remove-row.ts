import { useId, useLayoutEffect, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { putBack } from '#web/lib/saving/put-back.ts';
import { toast } from '#web/lib/toast.ts';
import { drawAndFocus } from './draw-and-focus.ts';

interface Rows<Row> {
  readonly fields: readonly { readonly id: string }[];
  readonly insert: (at: number, row: Row) => void;
  readonly remove: (at: number) => void;
}

/**
 * Removes rows of a list of a form, with an undo. The focus goes to the next row, which has its id as `data-row`, or to the
 * button that adds one, which has `addId`.
 */
export function useRemoveRow<Row>({ fields, insert, remove }: Rows<Row>) {
  const addId = useId();
  /** Null once the list is gone. */
  const latest = useRef<Pick<Rows<Row>, 'fields' | 'insert'>>(null);
  useLayoutEffect(() => {
    latest.current = { fields, insert };
    return () => {
      latest.current = null;
    };
  });
  const removeRow = (index: number, row: Row, words: { title: string; description: string }) => {
    const before = fields.map(({ id }) => id);
    const removed = before[index];
    const neighbor = before[index + 1] ?? before[index - 1];
    const firstField = `[data-row="${neighbor}"] :is(input, textarea)`;
    drawAndFocus(
      () => remove(index),
      () => document.querySelector<HTMLElement>(firstField) ?? document.getElementById(addId),
    );
    const undo = () => {
      if (!latest.current || removed === undefined) return;
      const ids = latest.current.fields.map(({ id }) => id);
      latest.current.insert(putBack(ids, before, removed, (id) => id).indexOf(removed), row);
    };
    toast({ ...words, action: { label: m.admin_undo(), run: undo } });
  };
  return { addId, removeRow };
}
