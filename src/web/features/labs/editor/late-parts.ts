import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { loadColors, loadLanguage } from './languages.ts';

interface LateParts {
  readonly extension: Extension;
  /** Colors the text; answers false when the view shows another file by then. */
  readonly color: (view: EditorView, text: string) => Promise<boolean>;
}

const AIDS = new Compartment();
let loadedAids: Extension | null = null;

/** A state with what helps to write once that is loaded: completion of one file may still wait when another is shown. */
export function withAids(state: EditorState): EditorState {
  return loadedAids ? state.update({ effects: AIDS.reconfigure(loadedAids) }).state : state;
}

/** What the editor shows a file without at first: colors, and from the first focus on what helps to write. */
export function lateParts(file: string): LateParts {
  const language = new Compartment();
  let isComplete = false;
  const isIn = (view: EditorView) => language.get(view.state) !== undefined;
  const complete = async (view: EditorView) => {
    const before = view.state.doc;
    const [{ completeStartedWord, WRITING_AIDS }, whole] = await Promise.all([
      import('./writing-aids.ts'),
      loadLanguage(file),
    ]);
    loadedAids = WRITING_AIDS;
    if (isComplete || !isIn(view)) return;
    isComplete = true;
    view.dispatch({
      effects: [AIDS.reconfigure(WRITING_AIDS), ...(whole ? [language.reconfigure(whole)] : [])],
    });
    if (view.state.doc !== before) completeStartedWord(view);
  };
  return {
    extension: [
      language.of([]),
      AIDS.of([]),
      EditorView.domEventHandlers({
        focus: (_, view) => {
          // Without it one writes as in any field, and the next focus asks again.
          if (!isComplete) complete(view).catch(() => undefined);
        },
      }),
    ],
    color: async (view, text) => {
      const colors = await loadColors(file, text);
      if (!isIn(view)) return false;
      // The language may have come before its colors; where it has none of its own, they are all of it.
      if (!isComplete || (await loadLanguage(file)) === null)
        view.dispatch({ effects: language.reconfigure(colors) });
      return true;
    },
  };
}
