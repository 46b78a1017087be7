import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { isInCode } from '#domain/writing/line-head';
import { filterCommands, slashQuery } from '#domain/writing/slash-query';
import { keysText } from './keys-text.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

interface Command {
  readonly id: string;
  readonly name: string;
  readonly aliases: string;
  readonly keys: string | undefined;
}

/** The part of an editor that a key needs. */
interface Editing {
  readonly state: EditorState;
  dispatch(change: TransactionSpec): void;
}

/** A slash at the beginning of a line opens the list of blocks; typing filters it, Enter takes one, Escape leaves the slash. */
export function slashMenu(onTool: (id: string) => void): Extension {
  const commands = slashCommands();
  const source = ({ pos, state }: CompletionContext): CompletionResult | null => {
    const found = commandsAt(state, pos, commands);
    const options = found?.commands.map(
      ({ id, keys, name }): Completion => ({
        label: name,
        ...(keys && { detail: keysText(keys) }),
        apply: (view, _completion, from, to) => take(view, { from, to, id }, onTool),
      }),
    );
    return found && options ? { from: found.from, options, filter: false } : null;
  };
  return [
    autocompletion({
      override: [source],
      icons: false,
      interactionDelay: 0,
      activateOnTypingDelay: 0,
      maxRenderedOptions: 30,
    }),
    // After the key of the menu itself, which takes what is chosen in it once it is drawn.
    Prec.high(keymap.of([{ key: 'Enter', run: (view) => takeTyped(view, onTool) }])),
  ];
}

/** Takes what the text before the cursor means where the menu is still on its way; false where there is no such command. */
export function takeTyped(editing: Editing, onTool: (id: string) => void): boolean {
  const { state } = editing;
  // Escape has left the slash.
  if (completionStatus(state) === null) return false;
  const { empty, head } = state.selection.main;
  const found = empty ? commandsAt(state, head, slashCommands()) : null;
  const first = found?.commands[0];
  if (!found || !first) return false;
  take(editing, { from: found.from, to: head, id: first.id }, onTool);
  return true;
}

function slashCommands(): Command[] {
  return WRITING_TOOLS.filter(({ inMenu }) => inMenu).map(({ aliases, id, keys, name }) => ({
    id,
    name: name(),
    aliases: aliases?.() ?? '',
    keys,
  }));
}

/** The commands that the text before a place means, the best first, and where it begins; null where it means none. */
function commandsAt(state: EditorState, at: number, all: readonly Command[]) {
  const line = state.doc.lineAt(at);
  const query = slashQuery(line.text.slice(0, at - line.from));
  if (query === null || isInCode(state.sliceDoc(0, line.from))) return null;
  const commands = filterCommands(all, query);
  return commands.length > 0 ? { from: at - query.length - 1, commands } : null;
}

function take(
  editing: Editing,
  { from, id, to }: { from: number; to: number; id: string },
  onTool: (id: string) => void,
): void {
  editing.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
  onTool(id);
}
