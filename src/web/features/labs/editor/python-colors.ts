import { LRLanguage } from '@codemirror/language';
import { parser } from '@lezer/python';

/** Python as it is read: indentation, folding, and completion come with the whole language. */
export const PYTHON_COLORS = LRLanguage.define({ parser }).extension;
