import { StreamLanguage } from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';

/** Of its own file, as only named imports leave the rest of both packages out. */
export const SHELL = StreamLanguage.define(shell);
