import { m } from '#web/lib/messages.ts';
import classes from '../author/author.module.css';

/** Whether capitals count. */
export function CaseCheck({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={classes.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {m.author_case()}
    </label>
  );
}
