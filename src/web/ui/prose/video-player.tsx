import { useState } from 'react';
import { embedAddress, VIDEO_HOSTS } from '#domain/media/embed-address';
import type { HostedVideo } from '#domain/media/video-address';
import { withoutSignatures } from '#web/lib/media/signatures.ts';
import { m } from '#web/lib/messages.ts';
import { type Own, OwnVideo } from './own-video.tsx';
import type { VideoWatcher } from './use-watching.ts';
import classes from './video-player.module.css';

/** A film in place. Films of other hosts are fetched only when the reader asks for them. */
export function VideoPlayer({
  title,
  video,
  watcher,
}: {
  video: HostedVideo | Own;
  title: string;
  watcher?: VideoWatcher | undefined;
}) {
  if (!('src' in video)) return <Embedded video={video} title={title} />;
  return <OwnVideo key={withoutSignatures(video.src)} video={video} title={title} watcher={watcher} />;
}

function Embedded({ title, video }: { video: HostedVideo; title: string }) {
  const [playing, setPlaying] = useState(false);
  if (!playing) {
    return (
      <button type="button" className={classes.facade} onClick={() => setPlaying(true)}>
        <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
          <circle cx="28" cy="28" r="27" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M23 18l16 10-16 10z" fill="currentColor" />
        </svg>
        <strong>{m.courses_video_play({ title })}</strong>
        <span>{m.courses_video_from({ host: VIDEO_HOSTS[video.provider] })}</span>
      </button>
    );
  }
  return (
    <iframe
      className={classes.frame}
      src={embedAddress(video)}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
    />
  );
}
