import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { TextList } from '../../author/text-list.tsx';

export function OrderEditor({ fault, onChange, question }: KindEditorProps<'order'>) {
  return (
    <TextList
      legend={m.author_order()}
      help={m.author_order_help()}
      items={question.items}
      fresh=""
      addWords={m.author_item_add()}
      least={2}
      ordered
      onChange={(items) => onChange({ ...question, items })}
      fault={within(fault, 'items')}
      row={(item, at, set) => (
        <TextField
          label={m.author_item({ number: at + 1 })}
          value={item}
          error={fault(`items.${at}`)}
          onChange={(event) => set(event.target.value)}
        />
      )}
    />
  );
}
