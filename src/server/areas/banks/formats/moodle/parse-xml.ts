import { SaxesParser } from 'saxes';
import { m } from '../../../../../messages/messages.js';
import { FileRefused } from '../file-refused.ts';

export interface Element {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Its own text, without that of its children. */
  text: string;
}

const MAX_DEPTH = 40;
const MAX_ELEMENTS = 300_000;

/** XML without a document type: no entity is known but the five of XML itself, so none can grow. Throws FileRefused. */
export function parseXml(text: string): Element {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | null = null;
  let count = 0;
  parser.on('error', () => {
    throw new FileRefused(m.imports_the_xml_cannot_be_read_from_line({ line: parser.line }));
  });
  parser.on('doctype', () => {
    throw new FileRefused(m.imports_the_xml_declares_a_document_type_dtd());
  });
  parser.on('opentag', ({ attributes, name }) => {
    count += 1;
    if (open.length >= MAX_DEPTH)
      throw new FileRefused(m.imports_the_xml_is_nested_more_than_elements({ most: MAX_DEPTH }));
    if (count > MAX_ELEMENTS)
      throw new FileRefused(m.imports_the_xml_has_more_than_elements({ most: MAX_ELEMENTS }));
    const element: Element = {
      name,
      line: parser.line,
      attributes: { ...attributes },
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const add = (words: string) => {
    const element = open.at(-1);
    if (element) element.text += words;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text.replace(/^\ufeff/, '')).close();
  if (!root) throw new FileRefused(m.imports_the_xml_is_empty());
  return root;
}
