import * as library from 'linkedom';
import { registerHTMLClass } from 'linkedom/classes';

/** Elements that the library has a class for and makes without it. */
const TAGS: Readonly<Record<string, string>> = {
  Audio: 'audio',
  BR: 'br',
  Body: 'body',
  DList: 'dl',
  Data: 'data',
  DataList: 'datalist',
  Details: 'details',
  Div: 'div',
  FieldSet: 'fieldset',
  Form: 'form',
  HR: 'hr',
  Head: 'head',
  Html: 'html',
  LI: 'li',
  Label: 'label',
  Legend: 'legend',
  Menu: 'menu',
  Meter: 'meter',
  Mod: 'del ins',
  OList: 'ol',
  OptGroup: 'optgroup',
  Output: 'output',
  Paragraph: 'p',
  Picture: 'picture',
  Pre: 'pre',
  Progress: 'progress',
  Quote: 'blockquote q',
  Span: 'span',
  Table: 'table',
  TableCaption: 'caption',
  TableCell: 'td th',
  TableRow: 'tr',
  UList: 'ul',
  Video: 'video',
};

/** So that `instanceof HTMLFormElement` says what it says in a browser. */
export function installClasses(): void {
  const classes = library as unknown as Readonly<Record<string, unknown>>;
  for (const [name, tags] of Object.entries(TAGS))
    registerHTMLClass(tags.split(' '), classes[`HTML${name}Element`]);
}
