import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { CALLOUTS, type Callout } from '#domain/writing/callouts';
import { m } from '../../messages/messages.js';

const TITLES: Readonly<Record<Callout, () => string>> = {
  note: m.writing_callout_note,
  tip: m.writing_callout_tip,
  important: m.writing_callout_important,
  warning: m.writing_callout_warning,
  caution: m.writing_callout_caution,
};
const SIGN = new RegExp(`^\\s*\\[!(${CALLOUTS.join('|')})\\][ \\t]*`, 'i');

/** A quote that begins with `[!NOTE]` and the like becomes a callout, with its title in words. */
export function markCallouts() {
  return (tree: Root): void =>
    visit(tree, 'element', (element) => {
      if (element.tagName === 'blockquote') mark(element);
    });
}

function mark(quote: Element): void {
  const first = quote.children.find((child) => child.type === 'element');
  const [head] = first?.tagName === 'p' ? first.children : [];
  const sign = head?.type === 'text' ? SIGN.exec(head.value) : null;
  const kind = CALLOUTS.find((one) => one === sign?.[1]?.toLowerCase());
  if (!first || head?.type !== 'text' || !sign || !kind) return;
  head.value = head.value.slice(sign[0].length);
  // What stands on the line of the sign is the title.
  const end = first.children.findIndex((child) => child.type === 'element' && child.tagName === 'br');
  const own = first.children.slice(0, end === -1 ? first.children.length : end);
  const hasTitle = own.some((child) => child.type !== 'text' || child.value.trim() !== '');
  first.children = end === -1 ? [] : first.children.slice(end + 1);
  const title: Element = {
    type: 'element',
    tagName: 'p',
    properties: { dataCalloutTitle: '' },
    children: hasTitle ? own : [{ type: 'text', value: TITLES[kind]() }],
  };
  const rest = quote.children.filter((child) => child !== first || first.children.length > 0);
  quote.tagName = 'div';
  quote.properties = { dataCallout: kind, role: 'note' };
  quote.children = [title, ...rest];
}
