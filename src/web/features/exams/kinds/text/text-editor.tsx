import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { within } from '../../author/faults.ts';
import type { KindEditorProps } from '../../author/form-question.ts';
import { TextList } from '../../author/text-list.tsx';
import { AcceptedEditor } from '../accepted-editor.tsx';
import { CaseCheck } from '../case-check.tsx';
import { PartialEditor } from '../partial-editor.tsx';

export function TextEditor({ fault, onChange, question }: KindEditorProps<'text'>) {
  const { patterns: _, ...bare } = question;
  const { partial: __, ...whole } = question;
  return (
    <>
      <AcceptedEditor
        legend={m.author_forms()}
        answers={question.answers}
        onChange={(answers) => onChange({ ...question, answers })}
        fault={within(fault, 'answers')}
      />
      <TextList
        legend={m.author_patterns()}
        help={m.author_patterns_help()}
        items={question.patterns ?? []}
        fresh=""
        addWords={m.author_pattern_add()}
        least={0}
        onChange={(patterns) => onChange(patterns.length === 0 ? bare : { ...question, patterns })}
        fault={within(fault, 'patterns')}
        row={(pattern, at, set) => (
          <TextField
            label={m.author_pattern({ number: at + 1 })}
            value={pattern}
            spellCheck={false}
            error={fault(`patterns.${at}`)}
            onChange={(event) => set(event.target.value)}
          />
        )}
      />
      <PartialEditor
        forms={question.partial ?? []}
        onChange={(partial) => onChange(partial.length === 0 ? whole : { ...question, partial })}
        fault={within(fault, 'partial')}
      />
      <CaseCheck
        checked={question.caseSensitive}
        onChange={(caseSensitive) => onChange({ ...question, caseSensitive })}
      />
    </>
  );
}
