/** What stands before the words of a line. */
export interface LineHead {
  /** Signs of quotes, with the space after each. */
  readonly quote: string;
  readonly indent: string;
  /** "#" signs with their space; '' where it is no heading. */
  readonly heading: string;
  /** "-", "*", "+", or a number with its sign; '' where it is no item of a list. */
  readonly marker: string;
  /** The space after the marker. */
  readonly gap: string;
  /** "[ ] " or "[x] " of a task; '' elsewhere. */
  readonly task: string;
  readonly words: string;
}

const HEAD =
  /^((?:[ \t]{0,3}>[ \t]?)*)([ \t]*)(?:(#{1,6}[ \t]+)|([-*+]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?(.*)$/s;
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

export function lineHead(line: string): LineHead {
  if (RULE.test(line))
    return { quote: '', indent: '', heading: '', marker: '', gap: '', task: '', words: line };
  const [, quote = '', indent = '', heading = '', marker = '', gap = '', task = '', words = ''] =
    HEAD.exec(line) ?? [];
  return { quote, indent, heading, marker, gap, task, words };
}

/** Whether the end of a text is inside a code block. */
export function isInCode(before: string): boolean {
  let fence: string | null = null;
  for (const [, sign = '', rest = ''] of before.matchAll(
    /^(?:[ \t]{0,3}>[ \t]?)*[ \t]*(`{3,}|~{3,})(.*)$/gm,
  )) {
    if (fence === null) fence = sign;
    else if (sign[0] === fence[0] && sign.length >= fence.length && rest.trim() === '') fence = null;
  }
  return fence !== null;
}
