import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import type { EditorHandle } from '../editor/code-editor.tsx';
import { CodePane } from '../editor/code-pane.tsx';
import { useOwnFiles } from '../files/use-own-files.tsx';
import workspace from '../labs.module.css';
import { type Pane, Panes } from '../panes/panes.tsx';
import { ResultsPane } from '../results/results-pane.tsx';
import { checkedAfter, isBusy, type Outcome, type Phase } from '../results/use-judging.ts';
import { LabRunner } from '../runner/lab-runner.ts';
import type { Loading } from '../runner/load-bundle.ts';
import type { DraftLab } from './use-reading.ts';

interface TryLabProps {
  id: string;
  source: LabFiles;
  lab: DraftLab;
  text: ReactNode;
  canRun: boolean;
  onClose: () => void;
}

/** A draft as a learner meets it. Nothing of it is stored. */
export function TryLab({ canRun, id, lab, onClose, source, text }: TryLabProps) {
  const api = useApi();
  const { spec } = lab;
  const [files, setFiles] = useState(lab.files);
  const [file, setFile] = useState(Object.keys(lab.files)[0] ?? '');
  const [pane, setPane] = useState<Pane>('instructions');
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [loading, setLoading] = useState<Loading | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [printed, setPrinted] = useState('');
  const [runner] = useState(() => new LabRunner(spec, setLoading));
  useEffect(() => () => runner.close(), [runner]);
  const own = useOwnFiles({ spec, start: lab.files, files, edit: setFiles, onFile: setFile });
  const editor = useRef<EditorHandle>(null);
  const busy = isBusy(phase);
  const goTo = (path: string, line: number) => {
    setPane('code');
    setFile(path);
    // Once the file is shown.
    setTimeout(() => editor.current?.goTo(line), 50);
  };
  const run = async () => {
    setPane('results');
    setPhase({ kind: 'running' });
    setPrinted('');
    try {
      const ran = await runner.run(files, file, (text) => setPrinted((before) => before + text));
      if (ran) setOutcome({ by: 'run', ...ran });
      setPhase({ kind: ran ? 'idle' : 'stopped' });
    } catch {
      setPhase({ kind: 'unloaded' });
    }
  };
  const check = async () => {
    setPane('results');
    setPhase({ kind: 'judging' });
    try {
      const { verdict } = await api.labAuthoring.try({ id, source, files });
      if (verdict) setOutcome((before) => checkedAfter(before, verdict));
      setPhase({ kind: verdict ? 'idle' : 'unjudged' });
    } catch {
      setPhase({ kind: 'unsent' });
    }
  };
  return (
    <section className={workspace.workspace} aria-label={m.lab_author_try()}>
      <div className={workspace.bar}>
        <p className={workspace.saved}>{m.lab_author_try_text()}</p>
        <Button variant="quiet" onClick={onClose}>
          {m.lab_author_try_end()}
        </Button>
        <Button variant="secondary" busy={busy} onClick={run}>
          {m.labs_run()}
        </Button>
        {canRun && (
          <Button busy={busy} onClick={check}>
            {phase.kind === 'judging' ? m.labs_checking() : m.labs_check()}
          </Button>
        )}
      </div>
      <Panes
        shown={pane}
        onShow={setPane}
        instructions={
          <div className={workspace.padded}>
            <div className={workspace.text}>{text}</div>
            {lab.hints.map((hint, at) => (
              <details key={hint}>
                <summary>{m.labs_hint({ number: at + 1 })}</summary>
                <p>{hint}</p>
              </details>
            ))}
          </div>
        }
        code={
          <CodePane
            file={file}
            files={files}
            own={own}
            given={spec.given}
            revision={0}
            diagnostics={outcome?.verdict.diagnostics ?? []}
            verdict={outcome?.verdict ?? null}
            onFile={setFile}
            onChange={(path, typed) => setFiles((before) => ({ ...before, [path]: typed }))}
            onGoTo={goTo}
            handle={editor}
          />
        }
        results={
          <div className={workspace.padded}>
            <ResultsPane
              spec={spec}
              judged={canRun}
              phase={phase}
              loading={loading}
              outcome={outcome}
              printed={printed}
              onGoTo={goTo}
              reward={null}
            />
          </div>
        }
      />
    </section>
  );
}
