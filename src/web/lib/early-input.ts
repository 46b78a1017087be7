type Remembering = Document & { typedFields?: Set<EventTarget> };

/** Runs in the head. Remembers the fields that are typed in: whoever is quick types before our code is there to hear it. */
export const EARLY_INPUT_SCRIPT = `addEventListener('input',function(e){(document.typedFields=document.typedFields||new Set).add(e.target)},!0)`;

/** Every field that was typed in since the page began to load; some are in the page no more. */
export function typedFields(): Set<EventTarget> {
  return (document as Remembering).typedFields ?? new Set();
}
