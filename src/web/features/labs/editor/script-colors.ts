import { LRLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { parser } from '@lezer/javascript';

/** JavaScript or TypeScript as it is read: indentation, folding, and completion come with the whole language. */
export function scriptColors(typescript: boolean): Extension {
  return LRLanguage.define({ parser: typescript ? parser.configure({ dialect: 'ts' }) : parser }).extension;
}
