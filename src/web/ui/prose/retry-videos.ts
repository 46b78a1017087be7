import type { QueryClient } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { isSized } from './play-sizes.ts';
import { isPassing, readAgain, statusOf } from './read-again.ts';
import { goOnAfterLoad } from './resume-at.ts';

/** Says below a video of a text that it couldn't be loaded, with a button that tries again; so does a connection that is back. */
export function retryVideos(text: HTMLElement, signal: AbortSignal, queryClient: QueryClient): void {
  if (signal.aborted) return;
  for (const video of text.querySelectorAll('video')) watchOver(video, signal, queryClient);
}

function watchOver(video: HTMLVideoElement, signal: AbortSignal, queryClient: QueryClient): void {
  const alert = document.createElement('div');
  alert.role = 'alert';
  video.after(alert);
  signal.addEventListener('abort', () => alert.remove());
  const clear = () => {
    if (alert.contains(document.activeElement)) video.focus();
    alert.replaceChildren();
  };
  const retry = async () => {
    clear();
    const src = video.getAttribute('src') ?? '';
    const status = await statusOf(src);
    const isOver = status !== null && status >= 400 && !isPassing(status);
    const newest = isOver ? await readAgain(queryClient, src) : src;
    // It may have been renewed with its text meanwhile.
    if ((video.getAttribute('src') ?? '') !== src) return;
    goOnAfterLoad(video);
    if (newest !== src) video.src = newest;
    else video.load();
  };
  const say = () => {
    // The file takes the place of its smaller sizes.
    if (isSized(video) || alert.hasChildNodes()) return;
    const button = retryButton();
    button.addEventListener('click', () => {
      void retry();
      video.focus();
    });
    const words = document.createElement('p');
    words.dataset.interrupted = '';
    words.append(m.courses_video_interrupted(), button);
    alert.append(words);
  };
  video.addEventListener('error', say, { signal });
  video.addEventListener('loadedmetadata', clear, { signal });
  window.addEventListener('online', () => alert.hasChildNodes() && void retry(), { signal });
  // It may have failed before anybody listened.
  if (video.error || video.networkState === video.NETWORK_NO_SOURCE) say();
}

function retryButton(): HTMLButtonElement {
  const button = document.createElement('button');
  const { className, ...look } = buttonLook({ variant: 'secondary', size: 'sm' });
  button.type = 'button';
  button.className = className ?? '';
  for (const [name, value] of Object.entries(look)) if (value) button.setAttribute(name, String(value));
  button.textContent = m.courses_video_retry();
  return button;
}
