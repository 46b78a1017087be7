import { holdPage } from '#web/lib/saving/held-page.ts';

/** Single words that are typed anew in a moment, and what one searches by. */
const PASSING = '[type="search"], [type="password"], [type="checkbox"], [type="radio"]';

/** Holds the page while something that was typed stands in it, whatever form it is in. Answers how to stop. */
export function holdTyped(): () => void {
  const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();
  const onInput = ({ target }: Event) => {
    for (const field of typed) if (!field.isConnected) typed.delete(field);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && !target.matches(PASSING)) typed.add(target);
  };
  document.addEventListener('input', onInput);
  const release = holdPage(() => [...typed].some((field) => field.isConnected && field.value.trim() !== ''));
  return () => {
    document.removeEventListener('input', onInput);
    release();
  };
}
