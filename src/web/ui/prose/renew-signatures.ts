import { withSignaturesOf } from '#web/lib/media/signatures-of.ts';
import { goOnAfterLoad } from './resume-at.ts';

/** Lets what wasn't opened yet be opened by the signatures of newer HTML. What is shown or plays is left alone. */
export function renewSignatures(text: HTMLElement, html: string): void {
  for (const element of text.querySelectorAll('img, a, video, audio, track')) {
    const isKept = isInUse(element);
    for (const { name, value } of [...element.attributes]) {
      // What it may go on with is only noted there.
      if (isKept && !name.startsWith('data-')) continue;
      const renewed = withSignaturesOf(html, value);
      if (renewed === value) continue;
      if (name === 'src' && element instanceof HTMLMediaElement && element.error) goOnAfterLoad(element);
      element.setAttribute(name, renewed);
    }
  }
}

function isInUse(element: Element): boolean {
  if (element instanceof HTMLImageElement) return element.complete && element.naturalWidth > 0;
  if (element instanceof HTMLMediaElement)
    return element.error === null && (!element.paused || element.currentTime > 0);
  return element instanceof HTMLTrackElement && element.readyState !== HTMLTrackElement.NONE;
}
