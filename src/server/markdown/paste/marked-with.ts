import type { ElementContent } from 'hast';
import { element, isBlock, isNamed, text } from './hast-parts.ts';
import type { MarkName } from './paste-style.ts';

/** Puts marks around words: not around the space at their ends, not around blocks, and one where two stand side by side. */
export function markedWith(
  marks: readonly MarkName[],
  children: readonly ElementContent[],
): ElementContent[] {
  return joined(marks.reduceRight<readonly ElementContent[]>((inner, mark) => around(mark, inner), children));
}

function around(mark: MarkName, children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let words: ElementContent[] = [];
  const end = () => {
    if (words.length > 0) result.push(...aroundWords(mark, words));
    words = [];
  };
  for (const child of children) {
    if (child.type !== 'element' || !isBlock(child)) words.push(child);
    else {
      end();
      result.push(child.tagName === 'pre' ? child : { ...child, children: around(mark, child.children) });
    }
  }
  end();
  return result;
}

function aroundWords(mark: MarkName, given: readonly ElementContent[]): ElementContent[] {
  const isSpace = (child: ElementContent) =>
    child.type === 'text' ? child.value.trim() === '' : isNamed(child, 'br');
  const first = given.findIndex((child) => !isSpace(child));
  if (first === -1) return [...given];
  const last = given.findLastIndex((child) => !isSpace(child));
  const inner = given.slice(first, last + 1);
  const head = inner[0];
  const before = head?.type === 'text' && /^\s/.test(head.value) ? [text(' ')] : [];
  if (head?.type === 'text') inner[0] = text(head.value.trimStart());
  const tail = inner.at(-1);
  const after = tail?.type === 'text' && /\s$/.test(tail.value) ? [text(' ')] : [];
  if (tail?.type === 'text') inner[inner.length - 1] = text(tail.value.trimEnd());
  return [...given.slice(0, first), ...before, element(mark, inner), ...after, ...given.slice(last + 1)];
}

/** "<b>a</b><b>b</b>" is one bold word. */
export function joined(children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  for (const child of children) {
    const before = result.at(-1);
    if (isNamed(child, 'strong', 'em', 'del', 'u', 'sub', 'sup') && isNamed(before, child.tagName))
      result[result.length - 1] = { ...before, children: [...before.children, ...child.children] };
    else result.push(child);
  }
  return result;
}
