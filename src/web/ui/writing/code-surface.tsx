import { history, redo, undo } from '@codemirror/commands';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, placeholder } from '@codemirror/view';
import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { m } from '#web/lib/messages.ts';
import { LATE_SEARCH } from '../code/late-search.ts';
import { editorPhrases } from '../code/phrases.ts';
import { TAB_LEAVES } from '../code/tab-leaves.ts';
import { changedPart } from './changed-part.ts';
import { applyIn, editorKeys, selectedIn } from './editor-keys.ts';
import classes from './markdown-editor.module.css';
import { MARKDOWN } from './markdown-language.ts';
import { pasteAndDrop } from './paste-and-drop.ts';
import { slashMenu } from './slash-menu.ts';
import type { SurfaceProps, WritingSurface } from './surface.ts';
import { WRITING_LOOK } from './writing-theme.ts';

/** Marks what came from the form, so that it isn't reported back to it. */
const FROM_FORM = Annotation.define<true>();

type CodeSurfaceProps = SurfaceProps & {
  ref: Ref<WritingSurface>;
  /** What was selected in the text area that it replaces, if that had the focus. */
  began: RefObject<readonly [from: number, to: number] | null>;
};

/** CodeMirror with Markdown. It follows the value of the form without losing the cursor or what can be undone. */
export function CodeSurface(props: CodeSurfaceProps) {
  const { describedBy, id, isInvalid, labelId, ref, value } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const known = useRef(value);
  const attributes = useRef(new Compartment()).current;
  const onChange = useEffectEvent((text: string) => props.onChange(text));
  const onBlur = useEffectEvent(() => props.onBlur?.());
  const onTool = useEffectEvent((tool: string) => props.onTool(tool));
  const onFiles = useEffectEvent((files: readonly File[]) => props.onFiles(files));
  const onHtml = useEffectEvent<SurfaceProps['onHtml']>((...pasted) => props.onHtml(...pasted));
  const { began } = props;
  // At once: what is typed meanwhile would go nowhere.
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: known.current,
        extensions: [
          WRITING_LOOK,
          MARKDOWN,
          EditorState.phrases.of({ ...editorPhrases(), Completions: m.writing_menu() }),
          EditorView.lineWrapping,
          history(),
          drawSelection(),
          dropCursor(),
          placeholder(m.writing_placeholder()),
          slashMenu((tool) => onTool(tool)),
          TAB_LEAVES,
          editorKeys((tool) => onTool(tool)),
          LATE_SEARCH,
          pasteAndDrop({ onFiles: (files) => onFiles(files), onHtml: (...pasted) => onHtml(...pasted) }),
          attributes.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged) return;
            known.current = state.doc.toString();
            if (!transactions.every((one) => one.annotation(FROM_FORM))) onChange(known.current);
          }),
          EditorView.domEventHandlers({ blur: () => onBlur() }),
        ],
      }),
    });
    view.current = made;
    const selection = began.current;
    if (selection) {
      made.dispatch({ selection: { anchor: selection[0], head: selection[1] }, scrollIntoView: true });
      made.focus();
    }
    return () => {
      made.destroy();
      view.current = undefined;
    };
  }, [attributes, began]);
  useLayoutEffect(() => {
    const own = {
      id,
      'aria-labelledby': labelId,
      'aria-invalid': String(isInvalid),
      ...(describedBy && { 'aria-describedby': describedBy }),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      'data-typing': '',
      // It scrolls, and nothing else in it takes the focus.
      tabindex: '0',
    };
    view.current?.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(own)) });
  }, [attributes, describedBy, id, isInvalid, labelId]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || value === known.current) return;
    editor.dispatch({ changes: changedPart(known.current, value), annotations: FROM_FORM.of(true) });
  }, [value]);
  useImperativeHandle(ref, () => surfaceOf(() => view.current));
  return <div ref={place} className={classes.code} />;
}

function surfaceOf(current: () => EditorView | undefined): WritingSurface {
  const withView = (act: (view: EditorView) => void) => () => {
    const view = current();
    if (!view) return;
    act(view);
    view.focus();
  };
  return {
    selected: () => {
      const view = current();
      return view ? selectedIn(view) : { text: '', from: 0, to: 0 };
    },
    apply: (edit) => withView((view) => applyIn(view, edit))(),
    focus: withView(() => undefined),
    undo: withView(undo),
    redo: withView(redo),
  };
}
