import { lazy, type ReactNode, type RefObject, Suspense, useId } from 'react';
import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { EditorHandle } from '../editor/code-editor.tsx';
import classes from './author.module.css';
import { locate, pathsOf } from './parts.ts';
import type { Files } from './use-files.tsx';

const CodeEditor = lazy(() => import('../editor/code-editor.tsx').then((it) => ({ default: it.CodeEditor })));

interface FilePaneProps {
  file: string;
  source: LabFiles;
  revision: number;
  faults: readonly LabFault[];
  onChange: (file: string, text: string) => void;
  files: Files;
  /** Takes the place of the text, with what leads from one to the other. */
  form: ReactNode;
  onView: ((view: 'form' | 'text') => void) | null;
  handle: RefObject<EditorHandle | null>;
}

const NONE: LabFiles = {};
const VIEWS = ['form', 'text'] as const;

/** The file that is open, with what can be done with it. */
export function FilePane(props: FilePaneProps) {
  const { faults, file, files, form, handle, onChange, onView, revision, source } = props;
  const helpId = useId();
  const located = locate(file);
  const paths = located?.part === 'files' ? pathsOf(source, 'files') : [];
  const at = paths.indexOf(located?.path ?? '');
  const diagnostics = faults
    .filter((fault) => fault.file === file && fault.line !== null)
    .map(({ line, said }) => ({
      file,
      line: line ?? 1,
      column: 1,
      endLine: line ?? 1,
      endColumn: 1000,
      message: said,
      code: 0,
    }));
  return (
    <section className={classes.pane} aria-label={file}>
      <div className={classes.tools}>
        <h2>
          <bdi dir="ltr">{file}</bdi>
        </h2>
        {onView && (
          <fieldset className={classes.views}>
            <legend className="sr-only">{m.lab_form_view()}</legend>
            {VIEWS.map((view) => (
              <label key={view}>
                <input
                  type="radio"
                  name={`${helpId}-view`}
                  checked={(form !== null) === (view === 'form')}
                  onChange={() => onView(view)}
                />
                <span>{view === 'form' ? m.lab_form_form() : m.lab_form_text()}</span>
              </label>
            ))}
          </fieldset>
        )}
        {paths.length > 1 && (
          <>
            <Button variant="quiet" size="sm" disabled={at <= 0} onClick={() => files.move(-1)}>
              {m.lab_author_earlier()}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              disabled={at === paths.length - 1}
              onClick={() => files.move(1)}
            >
              {m.lab_author_later()}
            </Button>
          </>
        )}
        {located && (
          <>
            <Button variant="quiet" size="sm" onClick={files.rename}>
              {m.lab_author_rename()}
            </Button>
            <Button variant="danger" size="sm" onClick={files.remove}>
              {m.lab_author_delete()}
            </Button>
          </>
        )}
      </div>
      {form ?? (
        <>
          <div className={classes.code}>
            <Suspense fallback={<LoadingState inline />}>
              <CodeEditor
                file={file}
                files={source}
                given={NONE}
                revision={revision}
                diagnostics={diagnostics}
                verdict={null}
                onChange={onChange}
                handle={handle}
                helpId={helpId}
              />
            </Suspense>
          </div>
          <p id={helpId} className={classes.keys}>
            {m.labs_editor_help()}
          </p>
        </>
      )}
    </section>
  );
}
