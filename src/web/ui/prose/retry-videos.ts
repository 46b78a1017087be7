import { m } from '#web/lib/messages.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { isSized } from './play-sizes.ts';
import { goOnAfterLoad } from './resume-at.ts';

/** Says below a video of a text that it couldn't be loaded, with a button that tries again; so does a connection that is back. */
export function retryVideos(text: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  for (const video of text.querySelectorAll('video')) watchOver(video, signal);
}

function watchOver(video: HTMLVideoElement, signal: AbortSignal): void {
  const alert = document.createElement('div');
  alert.role = 'alert';
  video.after(alert);
  signal.addEventListener('abort', () => alert.remove());
  const retry = () => {
    alert.replaceChildren();
    goOnAfterLoad(video);
    video.load();
  };
  const say = () => {
    // The file takes the place of its smaller sizes.
    if (isSized(video) || alert.hasChildNodes()) return;
    const button = retryButton();
    button.addEventListener('click', () => {
      retry();
      video.focus();
    });
    const words = document.createElement('p');
    words.dataset.interrupted = '';
    words.append(m.courses_video_interrupted(), button);
    alert.append(words);
  };
  video.addEventListener('error', say, { signal });
  video.addEventListener('loadedmetadata', () => alert.replaceChildren(), { signal });
  window.addEventListener('online', () => alert.hasChildNodes() && retry(), { signal });
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
