import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Diagnostic, Verdict } from '#domain/labs/verdict';
import classes from './editor.module.css';
import { editorSetup } from './editor-setup.ts';
import { lateParts, withAids } from './late-parts.ts';
import { marksOf } from './marks.ts';

/** What the rest of the screen asks of the editor. */
export interface EditorHandle {
  focus(): void;
  goTo(line: number): void;
}

interface CodeEditorProps {
  file: string;
  files: LabFiles;
  given: LabFiles;
  /** Counts up when other files took the place of those that were shown. */
  revision: number;
  diagnostics: readonly Diagnostic[];
  verdict: Verdict | null;
  /** What the editor is called, where the name of the file says nothing. */
  label?: string;
  onChange: (file: string, text: string) => void;
  /** Id of what says how to leave the editor. */
  helpId: string;
  handle: RefObject<EditorHandle | null>;
}

/** CodeMirror, with a state of its own for each file: what can be undone, and where one was. */
export function CodeEditor(props: CodeEditorProps) {
  const { diagnostics, file, files, given, handle, helpId, label, onChange, revision, verdict } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const states = useRef(new Map<string, EditorState>());
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({ parent: place.current });
    view.current = made;
    handle.current = {
      focus: () => made.focus(),
      goTo: (line) => {
        const at = made.state.doc.line(Math.min(Math.max(1, line), made.state.doc.lines)).from;
        made.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
        made.focus();
      },
    };
    const known = states.current;
    return () => {
      made.destroy();
      known.clear();
      view.current = undefined;
      handle.current = null;
    };
  }, [handle]);
  const isGiven = !(file in files);
  const text = files[file] ?? given[file] ?? '';
  // Read when a file is shown; later the text is the editor's own.
  const first = useRef(text);
  first.current = text;
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const kept = states.current.get(file);
    // A file that was deleted may come back with another text.
    const known = kept?.doc.toString() === first.current ? kept : undefined;
    const late = lateParts(file);
    const state =
      known ??
      EditorState.create({
        doc: first.current,
        extensions: [
          late.extension,
          editorSetup({ file, helpId, isReadOnly: isGiven, label }),
          EditorView.updateListener.of(({ docChanged, state: next }) => {
            states.current.set(file, next);
            if (docChanged && !next.readOnly) change.current(file, next.doc.toString());
          }),
        ],
      });
    editor.setState(withAids(state));
    if (known) return;
    void late.color(editor, first.current).then((isColored) => {
      if (!isColored) states.current.delete(file);
    });
  }, [file, helpId, isGiven, label]);
  const shown = useRef({ file, revision, text });
  useEffect(() => {
    const editor = view.current;
    const isOld = shown.current.revision !== revision;
    shown.current = { file, revision, text };
    if (!editor || !isOld) return;
    for (const path of [...states.current.keys()]) if (path !== file) states.current.delete(path);
    if (editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [file, revision, text]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks = marksOf(editor.state.doc, file, diagnostics, verdict);
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [file, diagnostics, verdict]);
  return <div ref={place} className={classes.code} data-typing="" />;
}
