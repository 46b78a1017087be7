import { useRef, useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import classes from '../exams.module.css';
import type { KindProps } from './kind-props.ts';

/** A file: uploaded at once, handed in by the answer that names it. */
export function FileAnswer({
  attemptId,
  disabled,
  labelledBy,
  onAnswer,
  onUpload,
  question,
  value,
}: KindProps) {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [sending, setSending] = useState<AbortController | null>(null);
  const busy = sending !== null;
  const [fault, setFault] = useState<string | null>(null);
  const { endings = [], maxMegabytes = 0 } = question.upload ?? {};
  const given: Readonly<Record<string, string>> =
    typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {};
  const choose = async (file: File | undefined) => {
    if (!file || !attemptId) return;
    setFault(null);
    if (file.size > maxMegabytes * 1_000_000) return setFault(m.exams_file_large({ size: maxMegabytes }));
    const stop = new AbortController();
    setSending(stop);
    onUpload?.(true);
    try {
      const { id, name } = await api.exams.upload(
        { id: attemptId, question: question.id, file },
        { signal: stop.signal },
      );
      onAnswer({ file: id, name });
    } catch (error) {
      if (stop.signal.aborted) return;
      const said = error instanceof ApiError ? error.fields.file : undefined;
      if (said) setFault(said);
      else toastFailure(error, { title: m.exams_file_failed() });
    } finally {
      setSending(null);
      onUpload?.(false);
      if (input.current) input.current.value = '';
    }
  };
  const cancel = () => {
    // The button that was pressed goes.
    chooser.current?.focus();
    sending?.abort();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.file}>
      {given.file && (
        <p>
          <a href={`/api/exam-files/${given.file}`} download>
            {given.name}
          </a>
        </p>
      )}
      {!disabled && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept={endings.map((ending) => `.${ending}`).join(',')}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <div className={classes.fileButtons}>
            <Button
              ref={chooser}
              variant="secondary"
              busy={busy}
              disabled={!attemptId}
              onClick={() => input.current?.click()}
            >
              {busy ? m.exams_file_sending() : given.file ? m.exams_file_other() : m.exams_file_choose()}
            </Button>
            {busy && (
              <Button variant="quiet" onClick={cancel}>
                {m.ui_cancel()}
              </Button>
            )}
            {given.file && (
              <Button variant="quiet" busy={busy} onClick={() => onAnswer({})}>
                {m.exams_file_remove()}
              </Button>
            )}
          </div>
          <p className={classes.hint}>
            {m.exams_file_help({ size: maxMegabytes, endings: endings.join(', ') })}
          </p>
        </>
      )}
      {disabled && !given.file && <p className={classes.hint}>{m.exams_file_none()}</p>}
      <p role="alert" className={classes.fault}>
        {fault}
      </p>
    </div>
  );
}
