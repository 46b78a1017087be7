import { LRLanguage } from '@codemirror/language';
import { parser } from '@lezer/html';

/** HTML as it is read, without scripts and styles in it: their grammars come with the whole language. */
export const HTML_COLORS = LRLanguage.define({ parser }).extension;
