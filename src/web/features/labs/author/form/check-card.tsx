import type { LabFault } from '#contract/courses/lab-authoring';
import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CHECK_WORDS } from '../templates.ts';
import { type CheckField, FIELDS_OF, FLAGS, HEAD_FIELDS, TAIL_FIELDS } from './check-fields.ts';
import { CheckInput } from './check-input.tsx';
import classes from './form.module.css';
import type { FormCheck } from './read-form.ts';

interface CheckCardProps {
  check: FormCheck;
  runner: Runner;
  faults: readonly LabFault[];
  isOpen: boolean;
  isFirst: boolean;
  onToggle: (isOpen: boolean) => void;
  onSet: (key: string, value: unknown, written?: string) => void;
  onMoveUp: () => void;
  onRemove: () => void;
}

/** A check: what learners read, what is asked, what is expected, and how much it counts. */
export function CheckCard(props: CheckCardProps) {
  const { check, faults, isFirst, isOpen, onMoveUp, onRemove, onSet, onToggle, runner } = props;
  const { kind, values } = check;
  const name = String(values.name ?? values.id ?? '');
  const isShown = ({ runners }: CheckField) => runners?.includes(runner) !== false;
  const inputs = (fields: readonly CheckField[]) =>
    fields
      .filter(isShown)
      .map((field) => <CheckInput key={field.key} field={field} check={check} onSet={onSet} />);
  return (
    <details
      className={classes.card}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      data-faulty={faults.length > 0 || undefined}
    >
      <summary>
        <strong>{name}</strong>
        <span>{kind ? CHECK_WORDS[kind]() : m.lab_form_unknown()}</span>
        {values.hidden === true && <span className={classes.tag}>{m.labs_check_hidden()}</span>}
        {typeof values.points === 'number' && values.points !== 1 && (
          <span className={classes.tag}>{m.labs_check_points({ points: values.points })}</span>
        )}
        {faults.length > 0 && (
          <span className={classes.fault}>{m.labs_file_errors({ count: faults.length })}</span>
        )}
      </summary>
      {isOpen && (
        <div className={classes.body}>
          {faults.length > 0 && (
            <ul className={classes.faults}>
              {faults.map(({ said }) => (
                <li key={said}>{said}</li>
              ))}
            </ul>
          )}
          <div className={classes.pair}>{inputs(HEAD_FIELDS)}</div>
          {kind && (
            <fieldset className={classes.group}>
              <legend>{CHECK_WORDS[kind]()}</legend>
              {inputs(FIELDS_OF[kind])}
            </fieldset>
          )}
          {inputs(TAIL_FIELDS)}
          {FLAGS.map(
            ({ help, key, kinds, label }) =>
              (!kinds || (kind && kinds.includes(kind))) && (
                <label key={key} className={classes.flag}>
                  <input
                    type="checkbox"
                    checked={values[key] === true}
                    onChange={(event) => onSet(key, event.target.checked || undefined)}
                  />
                  <span>
                    {label()}
                    <small>{help()}</small>
                  </span>
                </label>
              ),
          )}
          <div className={classes.actions}>
            <Button variant="quiet" size="sm" disabled={isFirst} onClick={onMoveUp}>
              {m.lab_author_earlier()}
            </Button>
            <Button variant="danger" size="sm" onClick={onRemove}>
              {m.lab_form_delete()}
            </Button>
          </div>
        </div>
      )}
    </details>
  );
}
