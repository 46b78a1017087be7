import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VideoAddress } from '#domain/media/video-address';
import { attachHls } from './attach-hls.ts';
import { isSized } from './play-sizes.ts';
import { isPassing, readAgain, statusOf } from './read-again.ts';
import { goOnAfterLoad } from './resume-at.ts';

interface Loaded {
  readonly provider: Extract<VideoAddress, { src: string }>['provider'];
  readonly src: string;
  /** Takes the newest signatures; answers whether they are others. */
  readonly renew: () => boolean;
  /** Its address names no video that plays here. */
  readonly onMissing: () => void;
}

/**
 * Loads a video and watches over it. Where the connection was lost it is interrupted until there is one again, or its
 * viewer tries again, and goes on at its second.
 */
export function useLoading(
  element: RefObject<HTMLVideoElement | null>,
  { onMissing, provider, renew, src }: Loaded,
) {
  const [round, setRound] = useState(0);
  const [isInterrupted, setInterrupted] = useState(false);
  /** An address that answers is tried once more: the reply before may have been lost on its way. */
  const isRetried = useRef(false);
  /** A signature ends also where nothing was read again meanwhile: what named the video is read once before it is missing. */
  const isReadAgain = useRef(false);
  const queryClient = useQueryClient();
  const reload = () => {
    if (!element.current) return;
    goOnAfterLoad(element.current);
    renew();
    setInterrupted(false);
    setRound((before) => before + 1);
  };
  const retry = () => {
    isRetried.current = false;
    isReadAgain.current = false;
    reload();
  };
  const failAfterReading = async (status: number) => {
    isReadAgain.current = true;
    await readAgain(queryClient, src);
    // What was read is rendered first.
    setTimeout(() => latest.current.failBy(status));
  };
  const failBy = (status: number | null) => {
    if (renew()) reload();
    else if (status === null || isPassing(status)) setInterrupted(true);
    else if (status >= 400 && !isReadAgain.current) void failAfterReading(status);
    else if (status >= 400 || isRetried.current) onMissing();
    else {
      isRetried.current = true;
      reload();
    }
  };
  const onError = async () => {
    const player = element.current;
    // The file takes the place of its smaller sizes.
    if (!player || isSized(player)) return;
    // What has played before is there.
    const isLost = player.error && player.error.code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
    const status = isLost ? null : await statusOf(src);
    // The connection may be back, and another signature known, meanwhile.
    latest.current.failBy(status);
  };
  const latest = useRef({ failBy, onError, retry });
  latest.current = { failBy, onError, retry };
  useEffect(() => {
    const player = element.current;
    if (!player) return;
    if (provider === 'hls' && !player.canPlayType('application/vnd.apple.mpegurl'))
      return attachHls(player, src, (status) => latest.current.failBy(status));
    if (provider === 'hls') player.src = src;
    else if (round > 0) player.load();
    // A page from the server may have failed before anybody listened.
    else if (player.error || player.networkState === player.NETWORK_NO_SOURCE) void latest.current.onError();
  }, [element, provider, round, src]);
  useEffect(() => {
    if (!isInterrupted) return;
    const onOnline = () => latest.current.retry();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isInterrupted]);
  const onLoaded = () => {
    isReadAgain.current = false;
    setInterrupted(false);
  };
  return { isInterrupted, retry, round, onError, onLoaded };
}
