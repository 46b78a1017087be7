import { StreamLanguage, type StringStream } from '@codemirror/language';

interface State {
  /** The sign that opened a code block. */
  fence: string | null;
  isMath: boolean;
  /** What the rest of the line is. */
  line: 'heading' | 'quote' | null;
}

/** Enough of Markdown to style it while it's written; what it means is the server's to say. */
export const MARKDOWN = StreamLanguage.define<State>({
  name: 'markdown',
  startState: () => ({ fence: null, isMath: false, line: null }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => {
    if (stream.sol()) {
      state.line = null;
      const token = lineToken(stream, state);
      if (token !== undefined) return token;
    }
    return inlineToken(stream) ?? state.line;
  },
  languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } },
});

/** The token at the beginning of a line; undefined where the line begins with words. */
function lineToken(stream: StringStream, state: State): string | undefined {
  const { fence } = state;
  const sign = /^(?:[ \t]{0,3}>[ \t]?)*[ \t]*(`{3,}|~{3,})/.exec(stream.string)?.[1];
  if (fence !== null || sign !== undefined) {
    const ends = fence !== null && sign?.startsWith(fence) && /^[\s>`~]*$/.test(stream.string);
    state.fence = fence === null ? (sign ?? null) : ends ? null : fence;
    stream.skipToEnd();
    return fence === null || ends ? 'processingInstruction' : 'monospace';
  }
  if (/^\s*\$\$\s*$/.test(stream.string)) {
    state.isMath = !state.isMath;
    stream.skipToEnd();
    return 'processingInstruction';
  }
  if (state.isMath) {
    stream.skipToEnd();
    return 'monospace';
  }
  if (stream.match(/^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,})$/)) return 'contentSeparator';
  if (stream.match(/^\s{0,3}#{1,6}(?=\s)/)) {
    state.line = 'heading';
    return 'processingInstruction';
  }
  if (stream.match(/^(?:\s{0,3}>\s?)+(?:\[!\w+\])?/)) {
    state.line = 'quote';
    return 'processingInstruction';
  }
  if (stream.match(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s)?/)) return 'list';
  return undefined;
}

const INLINE: readonly (readonly [RegExp, string])[] = [
  [/^(`+)(?!`).*?[^`]\1(?!`)/, 'monospace'],
  [/^\$(?=\S)[^$\n]*\S\$|^\$\S\$/, 'monospace'],
  [/^!?\[(?:\\.|[^\]\\])*\]\((?:\\.|[^)\\])*\)/, 'link'],
  [/^<https?:[^>\s]+>|^https?:\/\/[^\s<]+/, 'link'],
  [/^\*\*(?=\S)(?:[^*]|\*(?!\*))*\S\*\*/, 'strong'],
  [/^\*(?=[^\s*])[^*\n]*[^\s*]\*|^\*[^\s*]\*/, 'emphasis'],
  [/^~~(?=\S)[^~]*\S~~/, 'strikethrough'],
];

function inlineToken(stream: StringStream): string | null {
  if (stream.match(/^\\./)) return null;
  for (const [pattern, token] of INLINE) if (stream.match(pattern)) return token;
  stream.next();
  stream.match(/^[^\\`$![<*~h]+/);
  return null;
}
