import { fold } from '../fold.ts';

/** What was typed after a slash at the beginning of a line, in a list item or quote, too; null where there is none. */
export function slashQuery(before: string): string | null {
  return /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?\/([\p{L}\p{M}\p{N} ]{0,24})$/u.exec(before)?.[1] ?? null;
}

/** The commands that a query means, the best first: by the beginning of the name, then of a word, then of an alias. */
export function filterCommands<T extends { readonly name: string; readonly aliases: string }>(
  commands: readonly T[],
  query: string,
): T[] {
  const wanted = fold(query).trim();
  if (wanted === '') return [...commands];
  const rank = ({ aliases, name }: T) => {
    const own = fold(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(' ').some((word) => word.startsWith(wanted))) return 1;
    return fold(aliases)
      .split(' ')
      .some((word) => word.startsWith(wanted))
      ? 2
      : 3;
  };
  return commands
    .map((command) => ({ command, at: rank(command) }))
    .filter(({ at }) => at < 3)
    .sort((one, other) => one.at - other.at)
    .map(({ command }) => command);
}
