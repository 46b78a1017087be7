type Remembering = Document & { typedFields?: Set<EventTarget> };

/** Runs in the head. Remembers the fields that are typed in: a quick reader types before our code is loaded. */
export const EARLY_INPUT_SCRIPT = `addEventListener('input',function(e){(document.typedFields=document.typedFields||new Set).add(e.target)},!0)`;

/** Every field that was typed in since the page began to load; some are in the page no more. */
export function typedFields(): Set<EventTarget> {
  return (document as Remembering).typedFields ?? new Set();
}
