import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './author.module.css';
import { LAB_PARTS, type LabPart, pathsOf, YAML } from './parts.ts';

const PART_WORDS: Record<LabPart, () => string> = {
  files: m.lab_author_files,
  given: m.lab_author_given,
  solution: m.lab_author_solution,
};
const PART_HELP: Record<LabPart, () => string> = {
  files: m.lab_author_files_help,
  given: m.lab_author_given_help,
  solution: m.lab_author_solution_help,
};

interface FileListProps {
  source: LabFiles;
  file: string;
  faults: readonly LabFault[];
  onFile: (file: string) => void;
  onAdd: (part: LabPart) => void;
}

/** All files of a lab, by what they are for. */
export function FileList({ faults, file, onAdd, onFile, source }: FileListProps) {
  const entry = (path: string, name: string) => {
    const count = faults.filter((fault) => fault.file === path).length;
    return (
      <li key={path}>
        <button
          type="button"
          className={classes.entry}
          aria-current={path === file || undefined}
          onClick={() => onFile(path)}
        >
          <bdi dir="ltr">{name}</bdi>
          {count > 0 && (
            <span className={classes.count}>
              <span aria-hidden="true">{count}</span>
              <span className="sr-only">{m.labs_file_errors({ count })}</span>
            </span>
          )}
        </button>
      </li>
    );
  };
  return (
    <nav className={classes.list} aria-label={m.lab_author_all_files()}>
      <section>
        <h2>{m.lab_author_checks()}</h2>
        <ul>{entry(YAML, YAML)}</ul>
      </section>
      {LAB_PARTS.map((part) => (
        <section key={part}>
          <h2>{PART_WORDS[part]()}</h2>
          <p>{PART_HELP[part]()}</p>
          <ul>{pathsOf(source, part).map((path) => entry(`${part}/${path}`, path))}</ul>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => onAdd(part)}
            aria-label={m.lab_author_add_to({ part: PART_WORDS[part]() })}
          >
            {m.lab_author_add()}
          </Button>
        </section>
      ))}
    </nav>
  );
}
