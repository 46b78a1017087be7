import type { LabFault } from '#contract/courses/lab-authoring';
import { m } from '#web/lib/messages.ts';
import classes from './author.module.css';

interface FaultListProps {
  faults: readonly LabFault[];
  onGoTo: (file: string, line: number) => void;
}

/** What is wrong with a lab, in the words of the import, each with the way to its line. */
export function FaultList({ faults, onGoTo }: FaultListProps) {
  return (
    <ul className={classes.faults} aria-label={m.lab_author_errors()}>
      {faults.map(({ file, line, said }) => (
        <li key={`${file} ${line} ${said}`}>
          {file !== '' && (
            <button type="button" onClick={() => onGoTo(file, line ?? 1)}>
              {line === null ? file : m.labs_line({ file, line })}
            </button>
          )}
          <span>{said}</span>
        </li>
      ))}
    </ul>
  );
}
