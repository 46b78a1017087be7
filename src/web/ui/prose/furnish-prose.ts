import type { QueryClient } from '@tanstack/react-query';
import { copyText } from '#web/lib/copy-text.ts';
import { NEAR_PX } from '#web/lib/late/late-app.ts';
import { m } from '#web/lib/messages.ts';
import { addRunButton } from './add-run-button.ts';
import type { MountExample } from './examples.ts';
import { playInPlace } from './play-in-place.ts';

/** Adds to rendered text what needs a script: copy buttons, videos of other hosts, examples that run, diagrams, names of task marks, styles of mathematics. */
export async function furnishProse(
  text: HTMLElement,
  signal: AbortSignal,
  queryClient: QueryClient,
  openExample: (() => Promise<MountExample>) | null = null,
): Promise<void> {
  if (text.querySelector('.katex')) await import('katex/dist/katex.min.css');
  for (const task of text.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
    task.ariaLabel = task.checked ? m.ui_task_done() : m.ui_task_open();
  }
  if (signal.aborted) return;
  const blocks = [...text.querySelectorAll<HTMLElement>('pre:not([data-furnished])')];
  const restorePositions = keepPositions(blocks);
  for (const code of blocks) {
    code.dataset.furnished = '';
    if (code.querySelector('.language-mermaid') || code.dataset.language === 'mermaid') continue;
    addCopyButton(code);
  }
  restorePositions();
  for (const link of text.querySelectorAll<HTMLAnchorElement>('[data-video] > a')) playInPlace(link);
  if (openExample) {
    for (const code of text.querySelectorAll<HTMLElement>('pre[data-run]')) {
      const frame = code.parentElement;
      if (frame) addRunButton({ code, frame, text, open: openExample, signal });
    }
  }
  if (text.querySelector('[data-sizes]')) (await import('./play-sizes.ts')).playAllSizes(text, signal);
  if (text.querySelector('track')) (await import('./show-chapters.ts')).showAllChapters(text, signal);
  if (text.querySelector('video')) (await import('./retry-videos.ts')).retryVideos(text, signal, queryClient);
  const diagrams = [
    ...text.querySelectorAll<HTMLElement>('pre .language-mermaid, pre[data-language="mermaid"]'),
  ];
  if (diagrams.length > 0 && !signal.aborted) drawWhenNear(diagrams, signal);
}

/** Each diagram is drawn when a reader comes near it: what draws them is the largest script that a lesson can need. */
function drawWhenNear(diagrams: readonly HTMLElement[], signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const near = entries.flatMap(({ isIntersecting, target }) =>
        isIntersecting && target instanceof HTMLElement ? [target] : [],
      );
      if (near.length === 0) return;
      for (const diagram of near) observer.unobserve(diagram);
      void import('./draw-diagrams.ts').then(({ drawDiagrams }) => drawDiagrams(near, signal));
    },
    { rootMargin: `${NEAR_PX}px` },
  );
  signal.addEventListener('abort', () => observer.disconnect());
  for (const diagram of diagrams) observer.observe(diagram);
}

function addCopyButton(code: HTMLElement): void {
  // Code that scrolls sideways must be reachable by keyboard.
  code.tabIndex = 0;
  const frame = document.createElement('div');
  frame.dataset.code = '';
  code.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.copy = '';
  button.textContent = m.ui_copy();
  button.addEventListener('click', async () => {
    await copyText(code.textContent ?? '');
    button.textContent = m.ui_copied();
    setTimeout(() => {
      button.textContent = m.ui_copy();
    }, 2000);
  });
  frame.append(code, button);
}

/** Elements that are moved lose focus and scroll position: answers what gives both back. All are read before any is moved. */
function keepPositions(elements: readonly HTMLElement[]): () => void {
  const focused = elements.find((element) => element === document.activeElement);
  const scrolled = elements.flatMap((element) => {
    const { scrollLeft } = element;
    return scrollLeft === 0 ? [] : [{ element, scrollLeft }];
  });
  return () => {
    for (const { element, scrollLeft } of scrolled) element.scrollLeft = scrollLeft;
    focused?.focus({ preventScroll: true });
  };
}
