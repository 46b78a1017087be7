import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '#web/lib/messages.ts';
import { Screen } from './screen.ts';
import classes from './terminal.module.css';
import { TerminalDialog } from './terminal-dialog.ts';
import { TypedShell } from './typed-shell.ts';

export interface TerminalViewProps {
  spec: VisibleSpec;
  /** Those of the editor. */
  files: LabFiles;
  /** Counts up to start again. */
  resets: number;
}

interface Entry {
  readonly id: number;
  readonly text: string;
}

const MAX_ENTRIES = 50;

/** The terminal itself, and beside it what it says as plain text for screen readers. */
export function TerminalView({ files, resets, spec }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const dialog = useRef<TerminalDialog>(undefined);
  const [log, setLog] = useState<readonly Entry[]>([]);
  const latest = useRef(files);
  latest.current = files;
  useEffect(() => {
    const rows = place.current;
    if (!rows) return;
    const made = new TerminalDialog({
      spec,
      makeScreen: (options) => new Screen(rows, options),
      openShell: (signal) => TypedShell.open(spec, signal),
      files: () => latest.current,
      onText: (text) =>
        setLog((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, text }].slice(-MAX_ENTRIES)),
    });
    dialog.current = made;
    return () => made.close();
  }, [spec]);
  useEffect(() => {
    if (resets > 0) dialog.current?.reset();
  }, [resets]);
  return (
    <>
      <div className={classes.screen} dir="ltr" data-typing="">
        <div ref={place} className={classes.rows} />
      </div>
      <div role="log" className="sr-only" aria-label={m.labs_terminal_log()}>
        {log.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </>
  );
}
