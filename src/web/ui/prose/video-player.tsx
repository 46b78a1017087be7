import { useEffect, useRef, useState } from 'react';
import { language } from '#domain/language';
import { embedAddress, VIDEO_HOSTS } from '#domain/media/embed-address';
import type { HostedVideo, VideoAddress } from '#domain/media/video-address';
import { useFirstSigned, withoutSignatures } from '#web/lib/media/signatures.ts';
import { m } from '#web/lib/messages.ts';
import { isSized, playSizes } from './play-sizes.ts';
import { showChapters } from './show-chapters.ts';
import { useWatching, type VideoWatcher } from './use-watching.ts';
import classes from './video-player.module.css';

interface Track {
  readonly kind: 'captions' | 'chapters';
  readonly language: string;
  readonly label: string;
  readonly src: string;
}
type Own = Extract<VideoAddress, { src: string }> & {
  readonly captions: string | null;
  readonly poster?: string | undefined;
  readonly tracks?: readonly Track[] | undefined;
  readonly sizes?: string | undefined;
};

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

interface OwnVideoProps {
  video: Own;
  title: string;
  watcher: VideoWatcher | undefined;
}

function OwnVideo({ title, video: { provider, src: newest, ...rest }, watcher }: OwnVideoProps) {
  const [src] = useFirstSigned(newest);
  const [{ captions, poster, sizes, tracks = [] }] = useFirstSigned(rest);
  const element = useRef<HTMLVideoElement>(null);
  const chapters = useRef<HTMLDivElement>(null);
  useWatching(element, watcher);
  useEffect(() => {
    if (element.current && chapters.current) return showChapters(element.current, chapters.current);
  }, []);
  useEffect(() => {
    if (element.current && sizes) return playSizes(element.current, { sizes, whole: src });
  }, [sizes, src]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const player = element.current;
    if (!player) return;
    // A page from the server may have failed before anybody listened.
    if (player.error || player.networkState === player.NETWORK_NO_SOURCE) setFailed(true);
    if (provider !== 'hls') return;
    if (player.canPlayType('application/vnd.apple.mpegurl')) {
      player.src = src;
      return;
    }
    return attachHls(player, src, () => setFailed(true));
  }, [provider, src]);
  if (failed) return <p role="note">{m.courses_video_unavailable()}</p>;
  return (
    <div>
      {/* biome-ignore lint/a11y/useMediaCaption: the track is there when the author has given captions. */}
      <video
        ref={element}
        className={classes.frame}
        aria-label={title}
        controls
        preload="metadata"
        poster={poster}
        src={provider === 'file' ? src : undefined}
        onError={({ currentTarget }) => setFailed(!isSized(currentTarget))}
      >
        {captions && (
          <track
            kind="captions"
            src={captions}
            srcLang={language()}
            label={m.courses_video_captions()}
            default
          />
        )}
        {tracks.map(({ kind, label, language: srcLang, src: address }) => (
          <track key={address} kind={kind} src={address} srcLang={srcLang} label={label} />
        ))}
      </video>
      <div ref={chapters} />
    </div>
  );
}

/** Streams through hls.js where the browser cannot do it itself; answers how to stop. */
function attachHls(player: HTMLVideoElement, src: string, onFailure: () => void): () => void {
  let stop: () => void = () => undefined;
  let stopped = false;
  import('hls.js').then(({ default: Hls }) => {
    if (stopped) return;
    if (!Hls.isSupported()) {
      onFailure();
      return;
    }
    const hls = new Hls({ enableWorker: false });
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && onFailure());
    hls.loadSource(src);
    hls.attachMedia(player);
    stop = () => hls.destroy();
  }, onFailure);
  return () => {
    stopped = true;
    stop();
  };
}
