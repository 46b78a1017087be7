import { m } from '#web/lib/messages.ts';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { FormOf, KindEditorProps } from '../../author/form-question.ts';
import { TextList } from '../../author/text-list.tsx';

export function CategoriseEditor({ fault, onChange, question }: KindEditorProps<'categorise'>) {
  const { categories, items } = question;
  return (
    <>
      <TextList
        legend={m.author_categories()}
        items={categories}
        fresh=""
        addWords={m.author_category_add()}
        least={2}
        onChange={(next) => onChange(renamed(question, next))}
        fault={within(fault, 'categories')}
        row={(category, at, set) => (
          <TextField
            label={m.author_category({ number: at + 1 })}
            value={category}
            error={fault(`categories.${at}`)}
            onChange={(event) => set(event.target.value)}
          />
        )}
      />
      <TextList
        legend={m.author_items()}
        items={items}
        fresh={{ text: '', category: '' }}
        addWords={m.author_item_add()}
        least={2}
        onChange={(next) => onChange({ ...question, items: next })}
        fault={within(fault, 'items')}
        row={(item, at, set) => (
          <div className={classes.sides}>
            <TextField
              label={m.author_item({ number: at + 1 })}
              value={item.text}
              error={fault(`items.${at}.text`)}
              onChange={(event) => set({ ...item, text: event.target.value })}
            />
            <SelectField
              label={m.author_item_category({ number: at + 1 })}
              value={item.category}
              error={fault(`items.${at}.category`)}
              onChange={(event) => set({ ...item, category: event.target.value })}
            >
              <option value="">{m.exams_choose()}</option>
              {[...new Set(categories)]
                .filter((category) => category !== '')
                .map((category) => (
                  <option key={category}>{category}</option>
                ))}
            </SelectField>
          </div>
        )}
      />
    </>
  );
}

/** Items stay in their category when it is renamed. */
function renamed(question: FormOf<'categorise'>, categories: string[]): FormOf<'categorise'> {
  const { categories: before, items } = question;
  if (categories.length !== before.length) return { ...question, categories };
  const at = before.findIndex((category, index) => category !== categories[index]);
  const [old, now] = [before[at], categories[at]];
  if (!old || now === undefined) return { ...question, categories };
  const moved = items.map((item) => (item.category === old ? { ...item, category: now } : item));
  return { ...question, categories, items: moved };
}
