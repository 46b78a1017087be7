import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useId } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Diagnostic, Verdict } from '#domain/labs/verdict';
import { m } from '#web/lib/messages.ts';
import { shortcut } from '#web/lib/shortcut.ts';
import { Menu, MenuItem } from '#web/ui/dialogs/menu.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { OwnFiles } from '../files/use-own-files.tsx';
import type { EditorHandle } from './code-editor.tsx';
import classes from './editor.module.css';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((it) => ({ default: it.CodeEditor })));

interface CodePaneProps {
  files: LabFiles;
  given: LabFiles;
  revision: number;
  file: string;
  diagnostics: readonly Diagnostic[];
  verdict: Verdict | null;
  onFile: (file: string) => void;
  onChange: (file: string, text: string) => void;
  onGoTo: (file: string, line: number) => void;
  handle: RefObject<EditorHandle | null>;
  /** What can be done with files of the learner; null: nothing. */
  own?: OwnFiles | null;
  /** Below the editor. */
  terminal?: ReactNode;
}

/** The files as tabs, and the editor of the chosen one. */
export function CodePane({ file, onFile, onGoTo, own = null, terminal, ...props }: CodePaneProps) {
  const base = useId();
  const { diagnostics, files, given } = props;
  const paths = [...Object.keys(files), ...Object.keys(given).filter((path) => !(path in files))];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      step === undefined ? undefined : paths.at((paths.indexOf(file) + step + paths.length) % paths.length);
    if (next === undefined) return;
    event.preventDefault();
    onFile(next);
    document.getElementById(`${base}-${next}`)?.focus();
  };
  return (
    <div className={classes.editor}>
      <div className={classes.strip}>
        <div className={classes.files} role="tablist" aria-label={m.labs_files()} onKeyDown={onKeyDown}>
          {paths.map((path) => {
            const faults = diagnostics.filter((one) => one.file === path).length;
            return (
              <button
                key={path}
                id={`${base}-${path}`}
                type="button"
                role="tab"
                className={classes.file}
                aria-selected={path === file}
                aria-controls={`${base}-panel`}
                tabIndex={path === file ? 0 : -1}
                onClick={() => onFile(path)}
              >
                <bdi dir="ltr">{path}</bdi>
                {!(path in files) && <small>{m.labs_given()}</small>}
                {faults > 0 && (
                  <span className={classes.faults}>
                    <span aria-hidden="true">{faults}</span>
                    <span className="sr-only">{m.labs_file_errors({ count: faults })}</span>
                  </span>
                )}
              </button>
            );
          })}
        </div>
        {own && <FileTools own={own} file={file} />}
      </div>
      <div id={`${base}-panel`} className={classes.panel} role="tabpanel" aria-labelledby={`${base}-${file}`}>
        <Suspense fallback={<LoadingState inline />}>
          <CodeEditor file={file} helpId={`${base}-help`} {...props} />
        </Suspense>
      </div>
      <Problems diagnostics={diagnostics} file={file} onGoTo={onGoTo} />
      <div className={classes.help}>
        <p id={`${base}-help`}>{m.labs_editor_help()}</p>
        <p>{m.labs_editor_find({ key: shortcut('F') })}</p>
        <p>{m.labs_editor_run({ key: shortcut('Enter') })}</p>
      </div>
      {terminal}
    </div>
  );
}

/** Adds a file, and changes the one that is shown if the learner added it. */
function FileTools({ file, own }: { file: string; own: OwnFiles }) {
  return (
    <>
      <Menu label={m.labs_file_menu()} button={<Plus />} buttonClassName={classes.tools}>
        <MenuItem onClick={own.add}>{m.lab_author_add()}</MenuItem>
        {own.isOwn(file) && (
          <>
            <MenuItem onClick={() => own.rename(file)}>{m.labs_file_rename({ file })}</MenuItem>
            <MenuItem danger onClick={() => own.remove(file)}>
              {m.labs_file_delete({ file })}
            </MenuItem>
          </>
        )}
      </Menu>
      {own.dialog}
    </>
  );
}

function Plus() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M10 4v12M4 10h12" strokeLinecap="round" />
    </svg>
  );
}

/** What is wrong with the code while it is written, in words, under it. */
function Problems({
  diagnostics,
  file: shown,
  onGoTo,
}: Pick<CodePaneProps, 'diagnostics' | 'file' | 'onGoTo'>) {
  if (diagnostics.length === 0) return null;
  return (
    <details className={classes.problems} open>
      <summary>{m.labs_problems_count({ count: diagnostics.length })}</summary>
      <ul aria-label={m.labs_problems()}>
        {diagnostics.map(({ code, column, file, line, message }) => (
          <li key={`${file}:${line}:${column}:${code}`}>
            {file !== '' && (
              <button type="button" onClick={() => onGoTo(file, line)}>
                {file === shown ? m.labs_problem_line({ line }) : m.labs_line({ file, line })}
              </button>
            )}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
