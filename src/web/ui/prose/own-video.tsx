import { useEffect, useRef, useState } from 'react';
import { language } from '#domain/language';
import type { VideoAddress } from '#domain/media/video-address';
import { useFirstSigned } from '#web/lib/media/signatures.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { playSizes } from './play-sizes.ts';
import { showChapters } from './show-chapters.ts';
import { useLoading } from './use-loading.ts';
import { useWatching, type VideoWatcher } from './use-watching.ts';
import classes from './video-player.module.css';

interface Track {
  readonly kind: 'captions' | 'chapters';
  readonly language: string;
  readonly label: string;
  readonly src: string;
}
export type Own = Extract<VideoAddress, { src: string }> & {
  readonly captions: string | null;
  readonly poster?: string | undefined;
  readonly tracks?: readonly Track[] | undefined;
  readonly sizes?: string | undefined;
};

interface OwnVideoProps {
  video: Own;
  title: string;
  watcher: VideoWatcher | undefined;
}

/** A file or a stream. The signatures that it came with last until it fails. */
export function OwnVideo(props: OwnVideoProps) {
  const { src } = props.video;
  const [missing, setMissing] = useState<string | null>(null);
  if (missing === src) return <p role="note">{m.courses_video_unavailable()}</p>;
  return <Player {...props} onMissing={() => setMissing(src)} />;
}

function Player({ onMissing, title, video, watcher }: OwnVideoProps & { onMissing: () => void }) {
  const { provider, src: newest, ...rest } = video;
  const [src, renewSrc] = useFirstSigned(newest);
  const [{ captions, poster, sizes, tracks = [] }, renewRest] = useFirstSigned(rest);
  const element = useRef<HTMLVideoElement>(null);
  const chapters = useRef<HTMLDivElement>(null);
  useWatching(element, watcher);
  useEffect(() => {
    if (element.current && chapters.current) return showChapters(element.current, chapters.current);
  }, []);
  const renew = () => {
    renewSrc();
    renewRest();
    return src !== newest;
  };
  const { isInterrupted, onError, onLoaded, retry, round } = useLoading(element, {
    onMissing,
    provider,
    renew,
    src,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed with the connection can be played after it.
  useEffect(() => {
    if (element.current && sizes) return playSizes(element.current, () => ({ sizes, whole: src }));
  }, [round, sizes, src]);
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
        onError={onError}
        onLoadedMetadata={onLoaded}
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
      <div role="alert">
        {isInterrupted && (
          <p className={classes.interrupted}>
            {m.courses_video_interrupted()}
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                retry();
                element.current?.focus();
              }}
            >
              {m.courses_video_retry()}
            </Button>
          </p>
        )}
      </div>
      <div ref={chapters} />
    </div>
  );
}
