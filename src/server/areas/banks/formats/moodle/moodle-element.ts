import type { Element } from './parse-xml.ts';

export function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

export function children(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

export function ownText(element: Element | undefined): string {
  return element?.text.trim() ?? '';
}

/** The text of the first child of that name, or of its `text` element. */
export function textIn(element: Element | undefined, name: string): string {
  const inner = child(element, name);
  return child(inner, 'text')?.text ?? inner?.text ?? '';
}

/** The part of the points that an answer earns, in percent. */
export function shareOf(answer: Element): number {
  return Number(answer.attributes.fraction ?? 0);
}
