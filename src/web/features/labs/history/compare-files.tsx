import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import classes from './history.module.css';

interface CompareFilesProps {
  from: LabFiles;
  to: LabFiles;
  label: string;
}

/** Two versions of the files, one file after the other. */
export function CompareFiles({ from, label, to }: CompareFilesProps) {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return paths.map((path) => (
    <section key={path} className={classes.file}>
      <h3>{path}</h3>
      {from[path] === to[path] ? (
        <p className={classes.same}>{m.labs_conflict_gone({ file: path })}</p>
      ) : (
        <LazyComparison from={from[path] ?? ''} to={to[path] ?? ''} label={`${label}: ${path}`} />
      )}
    </section>
  ));
}
