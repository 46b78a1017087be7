import { existsSync } from 'node:fs';
import { type FontFile, fontFilesFor, type Weight } from './font-files-for.ts';
import { ShapedFont } from './shaped-font.ts';

export interface Run {
  readonly font: ShapedFont;
  readonly text: string;
  /** Odd: right to left. */
  readonly level: number;
}

/** What is drawn as nothing: joiners, selectors, marks of direction. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
/** What has no script of its own stays with the words before it. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}\p{M}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** A picture has no space of a good width; what belongs to it is no letter either. */
const PICTURE_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f)$/u;
const JOINED = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{M}]/u;

/** Fonts by their files, each read once and only when some character needs it. */
export class Fonts {
  /** Whether some character is in none of them, and a question mark stands for it. */
  isIncomplete = false;
  readonly #read = new Map<string, ShapedFont | null>();

  /** A line as pieces of one font and one direction, in the order in which they are read. */
  runsOf(text: string, levels: Uint8Array, weight: Weight): Run[] {
    const files = fontFilesFor(text, weight);
    const runs: { font: ShapedFont; text: string; level: number }[] = [];
    let at = 0;
    for (const character of text) {
      const level = levels[at] ?? 0;
      at += character.length;
      const last = runs.at(-1);
      const before = PICTURE_END.test(last?.text ?? '') && !JOINED.test(character) ? undefined : last?.font;
      for (const { font, shown } of this.#fontsFor(character, files, before)) {
        const run = runs.at(-1);
        if (run?.font === font && run.level === level) run.text += shown;
        else runs.push({ font, text: shown, level });
      }
    }
    return runs;
  }

  #fontsFor(
    character: string,
    files: readonly FontFile[],
    last: ShapedFont | undefined,
  ): { font: ShapedFont; shown: string }[] {
    const codePoint = character.codePointAt(0) ?? 0;
    const staysWithLast = IGNORED.test(character) || (SHARED.test(character) && !PICTURE.test(character));
    if (last && staysWithLast && (last.has(codePoint) || IGNORED.test(character)))
      return [{ font: last, shown: character }];
    const font = this.#find(files, codePoint);
    if (font) return [{ font, shown: character }];
    if (IGNORED.test(character)) return [];
    // A letter in a strange dress is still that letter.
    const plain = [...character.normalize('NFKD')];
    const parts = plain.map((shown) => ({ shown, font: this.#find(files, shown.codePointAt(0) ?? 0) }));
    const found = parts.flatMap((part) => (part.font ? [{ ...part, font: part.font }] : []));
    if (plain.join('') !== character && found.length === parts.length) return found;
    this.isIncomplete = true;
    const mark = this.#find(files, 0x3f);
    return mark ? [{ font: mark, shown: '?' }] : [];
  }

  #find(files: readonly FontFile[], codePoint: number): ShapedFont | null {
    for (const { holds, path } of files) {
      if (!holds(codePoint)) continue;
      const font = this.#load(path);
      if (font?.has(codePoint)) return font;
    }
    return null;
  }

  #load(path: string): ShapedFont | null {
    const before = this.#read.get(path);
    if (before !== undefined) return before;
    const font = existsSync(path) ? new ShapedFont(path) : null;
    this.#read.set(path, font);
    return font;
  }
}
