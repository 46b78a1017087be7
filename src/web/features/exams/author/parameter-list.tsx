import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './author.module.css';
import { type Fault, within } from './faults.ts';
import type { FormQuestion } from './form-question.ts';
import { NumberField } from './number-field.tsx';
import { TextList } from './text-list.tsx';

interface ParameterListProps {
  question: FormQuestion;
  onChange: (question: FormQuestion) => void;
  fault: Fault;
}

const EXAMPLE = '{= 2 * a }';

/** The numbers that each attempt draws for itself. */
export function ParameterList({ fault, onChange, question }: ParameterListProps) {
  const { parameters = [], ...bare } = question;
  const at = within(fault, 'parameters');
  return (
    <TextList
      legend={m.banks_parameters()}
      help={m.banks_parameters_help({ example: EXAMPLE })}
      items={parameters}
      fresh={{ name: nextName(parameters.length), from: 2, to: 9, step: 1 }}
      addWords={m.banks_parameter_add()}
      least={0}
      onChange={(next) => onChange(next.length === 0 ? bare : { ...question, parameters: next })}
      fault={at}
      row={(parameter, index, set) => (
        <div className={classes.parameter}>
          <TextField
            label={m.banks_parameter_name()}
            value={parameter.name}
            spellCheck={false}
            autoCapitalize="off"
            error={at(`${index}.name`)}
            onChange={(event) => set({ ...parameter, name: event.target.value })}
          />
          <NumberField
            label={m.banks_parameter_from()}
            value={parameter.from}
            error={at(`${index}.from`)}
            onChange={(from) => set({ ...parameter, from: from ?? Number.NaN })}
          />
          <NumberField
            label={m.banks_parameter_to()}
            value={parameter.to}
            error={at(`${index}.to`)}
            onChange={(to) => set({ ...parameter, to: to ?? Number.NaN })}
          />
          <NumberField
            label={m.banks_parameter_step()}
            value={parameter.step}
            error={at(`${index}.step`)}
            onChange={(step) => set({ ...parameter, step: step ?? Number.NaN })}
          />
        </div>
      )}
    />
  );
}

function nextName(count: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + (count % 26));
}
