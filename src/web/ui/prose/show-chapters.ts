import { m } from '#web/lib/messages.ts';
import classes from './show-chapters.module.css';

/** The same for each video of a text. */
export function showAllChapters(text: HTMLElement, signal: AbortSignal): void {
  for (const video of text.querySelectorAll('video')) {
    // Text is furnished more than once.
    if (signal.aborted || video.nextElementSibling?.hasAttribute('data-chapters')) continue;
    const place = document.createElement('div');
    place.dataset.chapters = '';
    video.after(place);
    showChapters(video, place);
  }
}

/** Lists the chapters of a video in `place`, each a button that goes there; nothing where it has none. Answers how to stop. */
export function showChapters(video: HTMLVideoElement, place: HTMLElement): () => void {
  const tracks = [...video.querySelectorAll<HTMLTrackElement>('track[kind="chapters"]')];
  const { lang } = document.documentElement;
  const chosen = tracks.find(({ srclang }) => srclang === lang) ?? tracks[0];
  if (!chosen) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const fill = () => place.replaceChildren(listOf(video, [...(chosen.track.cues ?? [])], signal));
  // Chapters are read only once somebody asks for them.
  chosen.track.mode = 'hidden';
  if (chosen.readyState === HTMLTrackElement.LOADED) fill();
  else chosen.addEventListener('load', fill, { signal });
  return () => controller.abort();
}

function listOf(video: HTMLVideoElement, cues: readonly TextTrackCue[], signal: AbortSignal): HTMLElement {
  const list = document.createElement('ol');
  list.className = classes.chapters ?? '';
  list.setAttribute('aria-label', m.courses_video_chapters());
  const buttons = cues.map((cue) => {
    const button = document.createElement('button');
    button.type = 'button';
    const time = document.createElement('span');
    time.textContent = clock(cue.startTime);
    button.append(time, 'text' in cue ? String(cue.text) : '');
    button.addEventListener('click', () => {
      video.currentTime = cue.startTime;
      video.play().catch(() => undefined);
    });
    return button;
  });
  for (const button of buttons) list.appendChild(document.createElement('li')).append(button);
  const mark = () => {
    const at = cues.findLastIndex(({ startTime }) => startTime <= video.currentTime);
    for (const [index, button] of buttons.entries()) {
      if (index === at) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  };
  video.addEventListener('timeupdate', mark, { signal });
  video.addEventListener('seeking', mark, { signal });
  mark();
  return list;
}

/** As players show it: 4:05, 1:02:03. */
function clock(seconds: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
