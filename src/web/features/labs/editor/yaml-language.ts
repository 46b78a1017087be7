import { StreamLanguage } from '@codemirror/language';

/** Enough of YAML to color it: comments, keys, strings, numbers, and words that aren't text. */
export const YAML = StreamLanguage.define<{ readonly isRead: true }>({
  startState: () => ({ isRead: true }),
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w$./-]+)(?=\s*:(?:\s|$))/)) return 'keyword';
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)/)) return 'string';
    if (stream.match(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?=[\s,\]}]|$)/i)) return 'number';
    if (stream.match(/^(?:true|false|null|~)(?=[\s,\]}]|$)/)) return 'atom';
    if (stream.match(/^(?:[[\]{},:|>]|-(?=\s))/)) return 'punctuation';
    if (!stream.match(/^[^\s,[\]{}:]+/)) stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' } },
});
