import { typedFields } from '#web/lib/early-input.ts';
import { holdPage } from '#web/lib/saving/held-page.ts';

/** Single words that are quickly typed again, and what one searches by. */
const PASSING = '[type="search"], [type="password"], [type="checkbox"], [type="radio"]';

/** Holds the page while something that was typed stands in it, whatever form it is in. Answers how to stop. */
export function holdTyped(): () => void {
  return holdPage(() => {
    const fields = typedFields();
    for (const field of fields) if (!(field instanceof Node && field.isConnected)) fields.delete(field);
    return [...fields].some(isKept);
  });
}

function isKept(field: EventTarget): boolean {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && !field.matches(PASSING) && field.value.trim() !== '';
}
