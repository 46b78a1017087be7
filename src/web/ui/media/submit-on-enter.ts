import { onEnter } from '../fields/on-enter.ts';

/** Enter sends the form of a field that is one line, also while its button is busy. */
export const submitOnEnter = onEnter<HTMLInputElement | HTMLTextAreaElement>(({ form }) =>
  form?.requestSubmit(),
);
