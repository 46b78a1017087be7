import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { isInCode } from '#domain/writing/line-head';
import { filterCommands, slashQuery } from '#domain/writing/slash-query';
import { keysText } from './keys-text.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

/** A slash at the beginning of a line opens the list of blocks; typing filters it, Enter takes one, Escape leaves the slash. */
export function slashMenu(onTool: (id: string) => void): Extension {
  const commands = WRITING_TOOLS.filter(({ inMenu }) => inMenu).map((tool) => ({
    id: tool.id,
    name: tool.name(),
    aliases: tool.aliases?.() ?? '',
    keys: tool.keys,
  }));
  const source = ({ pos, state }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    const query = slashQuery(line.text.slice(0, pos - line.from));
    if (query === null || isInCode(state.sliceDoc(0, line.from))) return null;
    const options = filterCommands(commands, query).map(
      ({ id, keys, name }): Completion => ({
        label: name,
        ...(keys && { detail: keysText(keys) }),
        apply: (view, _completion, from, to) => {
          view.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
          onTool(id);
        },
      }),
    );
    return options.length > 0 ? { from: pos - query.length - 1, options, filter: false } : null;
  };
  return autocompletion({
    override: [source],
    icons: false,
    interactionDelay: 0,
    activateOnTypingDelay: 0,
    maxRenderedOptions: 30,
  });
}
