import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Lab } from '#contract/courses/labs';
import type { Diagnostic } from '#domain/labs/verdict';
import { m } from '#web/lib/messages.ts';
import { shortcut } from '#web/lib/shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import type { EditorHandle } from './editor/code-editor.tsx';
import { CodePane } from './editor/code-pane.tsx';
import { useOwnFiles } from './files/use-own-files.tsx';
import { LabSolution } from './history/lab-solution.tsx';
import { LabHints } from './lab-hints.tsx';
import { LabMenu } from './lab-menu.tsx';
import { LabReward } from './lab-reward.tsx';
import classes from './labs.module.css';
import { type Pane, Panes } from './panes/panes.tsx';
import { ResultsPane } from './results/results-pane.tsx';
import { isBusy, useJudging } from './results/use-judging.ts';
import { TerminalPanel } from './terminal/terminal-panel.tsx';
import { ConflictQuestion } from './work/conflict-question.tsx';
import { useWork } from './work/use-work.ts';
import type { SaveState } from './work/work.ts';

export interface LabWorkspaceProps {
  lab: Lab;
  sectionId: string;
  title: string;
  /** The text of the lab, set for reading. */
  text: ReactNode;
  /** The way on, once the lab is done. */
  next: ReactNode;
  onPassed: () => void;
}

const SAVE_WORDS: Record<SaveState, () => string> = {
  saved: m.labs_saved,
  saving: m.labs_saving,
  unsaved: m.labs_unsaved,
  refused: m.labs_refused,
};
/** Where the browser keeps nothing. */
const LOST_WORDS: Record<SaveState, () => string> = {
  ...SAVE_WORDS,
  unsaved: m.labs_unsaved_here,
  refused: m.labs_refused_here,
};
/** Types are checked after a pause of this length, in ms. */
const PAUSE_MS = 600;
/** A double click on Run doesn't mean to stop. */
const STOP_MS = 500;

/** Everything of a lab that runs, with its keys. */
export function LabWorkspace({ lab, next, onPassed, sectionId, text, title }: LabWorkspaceProps) {
  const { spec } = lab;
  const work = useWork(sectionId, lab);
  const judging = useJudging(sectionId, lab, work, onPassed);
  const { outcome, phase, runner, submission } = judging;
  const [pane, setPane] = useState<Pane>('instructions');
  const [file, setFile] = useState(Object.keys(lab.files)[0] ?? '');
  const [comparing, setComparing] = useState(false);
  const [live, setLive] = useState<readonly Diagnostic[] | null>(null);
  const editor = useRef<EditorHandle>(null);
  const own = useOwnFiles({ spec, start: lab.start, files: work.files, edit: work.edit, onFile: setFile });
  const isSubmitted = isBusy(submission);
  // While a submission waits or is judged, the work goes on.
  const isRunHeld = phase.kind === 'running' || submission.kind === 'saving';
  const isCheckHeld = isRunHeld || isSubmitted;
  const canStop = useLater(phase.kind === 'running', STOP_MS);

  // Another version of the work may not have the file that was open.
  const shown = file in work.files || file in spec.given ? file : (Object.keys(work.files)[0] ?? '');

  // Nothing is downloaded before something was typed.
  const { files, revision } = work;
  const [first] = useState(files);
  useEffect(() => {
    if (files === first) return;
    let isOld = false;
    const timer = setTimeout(() => {
      runner.check(files).then(
        (found) => !isOld && setLive(found),
        // Without its compiler the editor says nothing about types.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [files, first, runner]);

  const run = () => {
    if (isRunHeld) return;
    setPane('results');
    setLive(null);
    void judging.run(shown);
  };
  const check = () => {
    if (isCheckHeld || !lab.judged) return;
    setPane('results');
    setLive(null);
    void judging.check();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) check();
    else run();
  };
  const goTo = useCallback((path: string, line: number) => {
    setPane('code');
    setFile(path);
    // Once the file is shown.
    setTimeout(() => editor.current?.goTo(line), 50);
  }, []);
  const diagnostics = live ?? outcome?.verdict.diagnostics ?? NONE;
  return (
    <section
      className={classes.workspace}
      aria-label={m.labs_workspace()}
      onKeyDownCapture={onKey}
      onKeyDown={stay}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) void work.save();
      }}
    >
      <div className={classes.bar}>
        <p className={classes.saved} role="status" data-state={work.state}>
          {(work.isKept ? SAVE_WORDS : LOST_WORDS)[work.state]()}
        </p>
        <LabMenu
          sectionId={sectionId}
          title={title}
          work={work}
          start={lab.start}
          given={spec.given}
          onSolution={() => setComparing(true)}
          mayCompare={judging.passedAt !== null || lab.solutionAllowed}
        />
        {canStop ? (
          <Button variant="danger" onClick={judging.stop}>
            {m.labs_stop()}
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={isRunHeld}
            onClick={run}
            title={m.labs_run_key({ key: shortcut('Enter') })}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {m.labs_run()}
          </Button>
        )}
        {lab.judged && (
          <Button
            busy={isCheckHeld}
            onClick={check}
            title={m.labs_check_key({ key: shortcut('Shift+Enter') })}
            aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          >
            {isSubmitted ? m.labs_checking() : m.labs_check()}
          </Button>
        )}
      </div>
      <Panes
        shown={pane}
        onShow={setPane}
        instructions={
          <div className={classes.padded}>
            <div className={classes.text}>{text}</div>
            <LabHints sectionId={sectionId} opened={lab.hints} count={spec.hintCount} />
          </div>
        }
        code={
          <CodePane
            file={shown}
            files={files}
            own={own}
            given={spec.given}
            revision={revision}
            diagnostics={diagnostics}
            verdict={outcome?.verdict ?? null}
            onFile={setFile}
            onChange={work.change}
            onGoTo={goTo}
            handle={editor}
            terminal={spec.runner === 'shell' && <TerminalPanel spec={spec} files={files} />}
          />
        }
        results={
          <div className={classes.padded}>
            <ResultsPane
              spec={spec}
              judged={lab.judged}
              phase={phase}
              submission={submission}
              loading={judging.loading}
              outcome={outcome}
              printed={judging.printed}
              onGoTo={goTo}
              reward={
                <LabReward
                  passedAt={judging.passedAt}
                  outcome={outcome}
                  next={next}
                  onSolution={() => setComparing(true)}
                />
              }
            />
          </div>
        }
      />
      <ConflictQuestion work={work} />
      <LabSolution open={comparing} onClose={() => setComparing(false)} sectionId={sectionId} files={files} />
    </section>
  );
}

/** In the player these keys lead to other sections: not from the middle of one's work. */
function stay({ altKey, ctrlKey, key, metaKey, nativeEvent }: KeyboardEvent): void {
  const leads = ['ArrowLeft', 'ArrowRight', 'j', 'k'].includes(key);
  if (leads && !altKey && !ctrlKey && !metaKey) nativeEvent.stopImmediatePropagation();
}

/** Whether something holds for so long, in ms. */
function useLater(holds: boolean, ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setLater(true), ms);
    return () => {
      clearTimeout(timer);
      setLater(false);
    };
  }, [holds, ms]);
  return holds && isLater;
}

const NONE: readonly Diagnostic[] = [];
