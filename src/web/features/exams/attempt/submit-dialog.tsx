import type { PaperQuestion } from '#contract/exams/exams';
import { answerState } from '#domain/exams/attempts/answer-state';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import classes from './exam-player.module.css';
import type { Newer } from './use-newer.ts';

interface SubmitDialogProps {
  open: boolean;
  busy: boolean;
  questions: readonly PaperQuestion[];
  /** Where one goes forward only, nothing that is open is left to go to. */
  isForward: boolean;
  answers: Readonly<Record<string, Answer>>;
  flags: ReadonlySet<string>;
  newer: Newer;
  onClose: () => void;
  onGo: (question: string) => void;
  onSubmit: () => void;
}

/** Asks before an attempt is submitted; leads to what is missing. What has a newer answer elsewhere is decided first. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { answers, busy, flags, isForward, newer, onClose, onGo, onSubmit, open, questions } = props;
  const at = (is: (question: PaperQuestion) => boolean) =>
    questions.map((question, index) => ({ question, number: index + 1 })).filter((each) => is(each.question));
  const missing = at((question) => answerState(question, answers[question.id]) === 'none');
  const partly = at((question) => answerState(question, answers[question.id]) === 'partly');
  const changed = at(({ id }) => id in newer);
  const list = (words: string, found: Found) =>
    found.length > 0 && <Found words={words} found={found} onGo={onGo} />;
  if (changed.length > 0)
    return (
      // A dialog of its own, even where it takes the place of the other: it says so, and takes the focus.
      <Dialog key="newer" open={open} onClose={onClose} title={m.exams_newer_title()}>
        <Found
          words={m.exams_newer_submit({ count: changed.length })}
          found={changed}
          onGo={onGo}
          isAnnounced
        />
        <DialogActions>
          <Button onClick={onClose}>{m.exams_submit_back()}</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog open={open} onClose={onClose} title={m.exams_submit_title()}>
      {missing.length === 0 && partly.length === 0 && !isForward && <p>{m.exams_submit_all()}</p>}
      {!isForward && (
        <>
          {list(m.exams_submit_missing({ count: missing.length, total: questions.length }), missing)}
          {list(m.exams_submit_partly(), partly)}
          {list(
            m.exams_submit_flagged(),
            at(({ id }) => flags.has(id)),
          )}
        </>
      )}
      <p>{m.exams_submit_final()}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={onSubmit} busy={busy}>
          {busy ? m.exams_submitting() : m.exams_submit()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Found = readonly { readonly question: PaperQuestion; readonly number: number }[];

interface FoundProps {
  found: Found;
  words: string;
  onGo: (question: string) => void;
  /** Comes without having been asked for: its words are announced, and its first question has the focus. */
  isAnnounced?: boolean;
}

function Found({ found, isAnnounced = false, onGo, words }: FoundProps) {
  return (
    <div className={classes.found}>
      <p role={isAnnounced ? 'alert' : undefined}>{words}</p>
      <ul>
        {found.map(({ number, question }, index) => (
          <li key={question.id}>
            {/* biome-ignore lint/a11y/noAutofocus: a dialog begins at what is to be decided. */}
            <button type="button" autoFocus={isAnnounced && index === 0} onClick={() => onGo(question.id)}>
              {m.exams_question({ number })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
