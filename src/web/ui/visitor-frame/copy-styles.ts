const STYLES = 'link[rel="stylesheet"], style';

/** Gives another document the styles of this one, and those that come later. Answers how to stop. */
export function copyStyles(from: Document, to: Document): () => void {
  const copied = new WeakSet<Element>();
  const copy = () => {
    for (const style of from.querySelectorAll(STYLES)) {
      if (copied.has(style)) continue;
      copied.add(style);
      to.head.append(style.cloneNode(true));
    }
  };
  const observer = new MutationObserver(copy);
  observer.observe(from.head, { childList: true });
  copy();
  return () => {
    observer.disconnect();
    for (const style of to.querySelectorAll(STYLES)) style.remove();
  };
}
