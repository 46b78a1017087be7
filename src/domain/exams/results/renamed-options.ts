import { choiceId } from '../kinds/choice-id.ts';
import type { Question } from '../kinds/kinds.ts';

/**
 * What options of a question that was asked are called now where their texts differ: with other numbers each stands at its place,
 * and of texts that were corrected the first is the first new one. Null where nobody can tell which is which.
 */
export function renamedOptions(
  asked: Question,
  now: Question,
  { hasNumbers }: { readonly hasNumbers: boolean },
): ReadonlyMap<string, string> | null {
  const [before, after] = [textsOf(asked), textsOf(now)];
  // Numbers may stand in the prompt alone: then an option is what its text is.
  const byPlace = hasNumbers && without(before, after).length > 0;
  const gone = byPlace ? before : without(before, after);
  const added = byPlace ? after : without(after, before);
  if (gone.length === added.length)
    return new Map(gone.map((text, at) => [choiceId(asked.id, text), choiceId(now.id, added[at] ?? text)]));
  // Options that only came, or only went, leave the others what they are.
  return !byPlace && (gone.length === 0 || added.length === 0) ? new Map() : null;
}

function textsOf(question: Question): string[] {
  return 'options' in question ? question.options.map(({ text }) => text) : [];
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text));
}
