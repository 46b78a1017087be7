import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { Fault } from '../author/faults.ts';
import { TextList } from '../author/text-list.tsx';

interface AcceptedEditorProps {
  legend: string;
  answers: string[];
  onChange: (answers: string[]) => void;
  fault: Fault;
}

/** Every form of an answer that is right. */
export function AcceptedEditor({ answers, fault, legend, onChange }: AcceptedEditorProps) {
  return (
    <TextList
      legend={legend}
      items={answers}
      fresh=""
      addWords={m.author_form_add()}
      least={1}
      onChange={onChange}
      fault={fault}
      row={(answer, at, set) => (
        <TextField
          label={m.author_form({ number: at + 1 })}
          value={answer}
          error={fault(String(at))}
          onChange={(event) => set(event.target.value)}
        />
      )}
    />
  );
}
