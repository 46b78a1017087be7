import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const STRANGE = 'åƀçđéƒğĥîĵķļɱñöþɋřšţûṽŵẋýžÅƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŘŠŢÛṼŴẊÝŽ';
/** What stays readable for programs: tags, addresses, code, and what has letters only to name a thing. */
const KEPT = /<[^>]*>|https?:\/\/\S+|`[^`]*`|&\w+;|\]\([^)]*\)/;

/** The same message as a language that nobody speaks would say it: each letter strange, a third longer, ready to be told from English. */
export function pseudoMessage(text: string): string {
  return printAST(parse(text, { ignoreTag: true }).map(strange));
}

function strange(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: strangeText(element.value) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.entries(element.options).map(
    ([name, option]) => [name, { ...option, value: option.value.map(strange) }] as const,
  );
  return { ...element, options: Object.fromEntries(options) };
}

function strangeText(text: string): string {
  return text
    .split(new RegExp(`(${KEPT.source})`))
    .map((part) => (KEPT.test(part) ? part : [...part].map(strangeLetter).join('')))
    .join('');
}

function strangeLetter(letter: string): string {
  const at = PLAIN.indexOf(letter);
  const drawn = at < 0 ? letter : (([...STRANGE][at] as string) ?? letter);
  return 'aeiou'.includes(letter) ? drawn + drawn : drawn;
}
