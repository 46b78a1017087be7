/** A text of several lines, in a text area or in the editor that takes its place. */
export const LONG_TEXT = ':is(textarea, [role=textbox])';
const FAULTY = ':is(input, textarea, select, [role=textbox])[aria-invalid=true]';
const AGAIN_MS = 40;
const TRIES = 25;

/** Puts the focus into the first faulty field, as soon as it is drawn, unless somebody has moved it meanwhile. */
export function focusFault(host: ParentNode | null, tries = TRIES, from = document.activeElement): void {
  if (document.activeElement !== from && document.activeElement !== document.body) return;
  const field = host?.querySelector<HTMLElement>(FAULTY);
  if (field) field.focus();
  else if (tries > 0) setTimeout(() => focusFault(host, tries - 1, from), AGAIN_MS);
}
