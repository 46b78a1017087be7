import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../../author/author.module.css';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { TextList } from '../../author/text-list.tsx';

export function MatchEditor({ fault, onChange, question }: KindEditorProps<'match'>) {
  const { wrong: _, ...bare } = question;
  return (
    <>
      <TextList
        legend={m.author_pairs()}
        help={m.author_pairs_help()}
        items={question.pairs}
        fresh={{ left: '', right: '' }}
        addWords={m.author_pair_add()}
        least={2}
        ordered
        onChange={(pairs) => onChange({ ...question, pairs })}
        fault={within(fault, 'pairs')}
        row={(pair, at, set) => (
          <div className={classes.sides}>
            <TextField
              label={m.author_left({ number: at + 1 })}
              value={pair.left}
              error={fault(`pairs.${at}.left`)}
              onChange={(event) => set({ ...pair, left: event.target.value })}
            />
            <TextField
              label={m.author_right({ number: at + 1 })}
              value={pair.right}
              error={fault(`pairs.${at}.right`)}
              onChange={(event) => set({ ...pair, right: event.target.value })}
            />
          </div>
        )}
      />
      <TextList
        legend={m.author_wrong_choices()}
        help={m.author_wrong_choices_help()}
        items={question.wrong ?? []}
        fresh=""
        addWords={m.author_wrong_choice_add()}
        least={0}
        onChange={(wrong) => onChange(wrong.length === 0 ? bare : { ...question, wrong })}
        fault={within(fault, 'wrong')}
        row={(choice, at, set) => (
          <TextField
            label={m.author_wrong_choice({ number: at + 1 })}
            value={choice}
            error={fault(`wrong.${at}`)}
            onChange={(event) => set(event.target.value)}
          />
        )}
      />
    </>
  );
}
