import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { filesIn, insertText } from '#web/lib/media/picture-text.ts';
import classes from './markdown-editor.module.css';
import type { SurfaceProps, WritingSurface } from './surface.ts';

type PlainSurfaceProps = SurfaceProps & {
  rows: number;
  ref: Ref<WritingSurface>;
  /** Where it leaves what is selected in it when the editor takes its place, if it has the focus then. */
  leaves: RefObject<readonly [from: number, to: number] | null>;
};

/** A plain text area: while the editor is on its way, and where it can't be loaded. */
export function PlainSurface(props: PlainSurfaceProps) {
  const { describedBy, id, isInvalid, leaves, onBlur, onChange, onFiles, ref, rows, value } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    return () => {
      if (area && document.activeElement === area) leaves.current = [area.selectionStart, area.selectionEnd];
    };
  }, [leaves]);
  useImperativeHandle(ref, () => ({
    selected: () => ({
      text: field.current?.value ?? '',
      from: field.current?.selectionStart ?? 0,
      to: field.current?.selectionEnd ?? 0,
    }),
    apply: ({ from, insert, select, to }) => {
      const area = field.current;
      if (!area) return;
      area.focus();
      area.setSelectionRange(from, to);
      insertText(area, insert);
      area.setSelectionRange(...select);
    },
    focus: () => field.current?.focus(),
    undo: () => {
      field.current?.focus();
      document.execCommand('undo');
    },
    redo: () => {
      field.current?.focus();
      document.execCommand('redo');
    },
  }));
  return (
    <textarea
      ref={field}
      id={id}
      className={classes.plain}
      rows={rows}
      spellCheck
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      onPaste={(event) => {
        const files = filesIn(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
    />
  );
}
