import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { LabFault, WrittenLab } from '#contract/courses/lab-authoring';
import { RUNNERS, type Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import type { EditorHandle } from '../editor/code-editor.tsx';
import classes from './author.module.css';
import { FileList } from './file-list.tsx';
import { FilePane } from './file-pane.tsx';
import { LabHelp } from './lab-help.tsx';
import { YAML } from './parts.ts';
import { ProofPane } from './proof-pane.tsx';
import { checkLines } from './templates.ts';
import { TryLab } from './try-lab.tsx';
import { useFiles } from './use-files.tsx';
import type { LabEditing } from './use-lab-source.ts';
import type { useProof } from './use-proof.ts';
import { useReading } from './use-reading.ts';
import { appendItem, freeId } from './yaml-lists.ts';

const ChecksForm = lazy(() => import('./form/checks-form.tsx').then((it) => ({ default: it.ChecksForm })));

const SIDES = ['proof', 'help'] as const;
type Side = (typeof SIDES)[number];

interface LabEditorProps {
  lab: WrittenLab;
  editing: LabEditing;
  proof: ReturnType<typeof useProof>;
  /** What the server said when it was to be published. */
  refused: { readonly source: object; readonly faults: readonly LabFault[] } | null;
  text: ReactNode;
}

/** The files of a lab, the one that is open, and whether the lab is as it must be. */
export function LabEditor({ editing, lab, proof, refused, text }: LabEditorProps) {
  const { change, isSent, revision, replaceAll, source } = editing;
  const [file, setFile] = useState(YAML);
  const [side, setSide] = useState<Side>('help');
  const [view, setView] = useState<'form' | 'text'>('form');
  const [isTrying, setTrying] = useState(false);
  const reading = useReading(lab.id, source);
  const editor = useRef<EditorHandle>(null);
  const shown = file in source ? file : YAML;
  const files = useFiles({ editing, file: shown, onFile: setFile });
  useEffect(() => {
    if (refused) setSide('proof');
  }, [refused]);
  const goTo = (path: string, line: number) => {
    if (!(path in source)) return;
    setFile(path);
    setView('text');
    // Once the file is shown.
    setTimeout(() => editor.current?.goTo(line), 80);
  };
  const insert = (key: string, lines: readonly string[]) => {
    const { line, text: yaml } = appendItem(source[YAML] ?? '', key, lines);
    replaceAll({ ...source, [YAML]: yaml });
    goTo(YAML, line);
  };
  const said = refused?.source === source ? refused.faults : (reading?.faults ?? []);
  const [, written] = /^runner:\s*['"]?(\w+)/m.exec(source[YAML] ?? '') ?? [];
  const runner: Runner = RUNNERS.find((each) => each === written) ?? 'javascript';
  const draft = reading?.source === source ? reading.lab : null;
  if (isTrying && draft)
    return (
      <TryLab
        id={lab.id}
        source={source}
        lab={draft}
        text={text}
        canRun={lab.canRun}
        onClose={() => setTrying(false)}
      />
    );
  const run = () => {
    setSide('proof');
    void proof.run(source);
  };
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.state} role="status">
          {stateWords(editing)}
        </p>
        <Button variant="secondary" disabled={!draft} onClick={() => setTrying(true)}>
          {m.lab_author_try()}
        </Button>
        {lab.canRun && (
          <Button variant="secondary" busy={proof.busy} onClick={run}>
            {proof.busy ? m.lab_author_running_short() : m.lab_author_run()}
          </Button>
        )}
        <Button busy={isSent()} onClick={() => void editing.publish()}>
          {isSent() ? m.lab_author_publishing() : m.lab_author_publish()}
        </Button>
      </div>
      <div className={classes.desk}>
        <FileList source={source} file={shown} faults={said} onFile={setFile} onAdd={files.add} />
        <FilePane
          file={shown}
          source={source}
          revision={revision}
          faults={said}
          onChange={change}
          files={files}
          handle={editor}
          onView={shown === YAML ? setView : null}
          form={
            shown === YAML && view === 'form' ? (
              <Suspense fallback={<LoadingState inline />}>
                <ChecksForm
                  text={source[YAML] ?? ''}
                  runner={runner}
                  faults={said.filter((fault) => fault.file === YAML)}
                  latest={() => editing.latest()[YAML] ?? ''}
                  onChange={(yaml) => change(YAML, yaml)}
                  onText={() => setView('text')}
                />
              </Suspense>
            ) : null
          }
        />
        <div className={classes.side}>
          <SectionTabs
            label={m.lab_author_side()}
            tabs={SIDES.map((id) => ({
              id,
              label: id === 'proof' ? m.lab_author_proof() : m.lab_author_help(),
              ...(id === 'proof' && said.length > 0 && { count: said.length }),
            }))}
            value={side}
            onChange={setSide}
          >
            <div className={classes.sideBody}>
              {side === 'proof' ? (
                <ProofPane
                  faults={said}
                  proof={proof.proof}
                  isOld={proof.of !== source}
                  busy={proof.busy}
                  canRun={lab.canRun}
                  onGoTo={goTo}
                />
              ) : (
                <LabHelp
                  runner={runner}
                  isText={view === 'text'}
                  onCheck={(kind) => insert('checks', checkLines(kind, runner, freeId(source[YAML] ?? '')))}
                  onHint={() => insert('hints', [JSON.stringify(m.lab_author_new_hint())])}
                />
              )}
            </div>
          </SectionTabs>
        </div>
      </div>
      {files.dialog}
    </>
  );
}

function stateWords({ base, draft, isDirty, stored }: LabEditing): string {
  if (!isDirty) return m.lab_author_published({ version: base.version });
  if (stored.source === null) return draft.isKept ? m.lab_author_draft() : m.lab_author_draft_here();
  return draft.isKept ? m.lab_author_changed() : m.lab_author_changed_here();
}
