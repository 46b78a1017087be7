import { embedAddress } from '#domain/media/embed-address';
import { hostedVideo } from '#domain/media/video-address';
import { m } from '#web/lib/messages.ts';

/** Makes a link to a video on YouTube or Vimeo the button that plays it here. Nothing is fetched from there before it is pressed. */
export function playInPlace(link: HTMLAnchorElement): void {
  const video = hostedVideo(link.getAttribute('href') ?? '');
  if (!video) return;
  const title = link.textContent ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = m.courses_video_play({ title });
  button.dataset.note = link.dataset.note;
  button.addEventListener('click', () => {
    const player = document.createElement('iframe');
    player.title = title;
    player.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    player.src = embedAddress(video);
    button.replaceWith(player);
    player.focus();
  });
  const hadFocus = document.activeElement === link;
  link.replaceWith(button);
  if (hadFocus) button.focus();
}
