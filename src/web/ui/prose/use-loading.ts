import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VideoAddress } from '#domain/media/video-address';
import { withoutSignatures } from '#web/lib/media/signatures.ts';
import { attachHls } from './attach-hls.ts';
import { isSized } from './play-sizes.ts';
import { goOnAfterLoad } from './resume-at.ts';

interface Loaded {
  readonly provider: Extract<VideoAddress, { src: string }>['provider'];
  readonly src: string;
  /** Takes the newest signatures; answers whether they are others. */
  readonly renew: () => boolean;
  /** Its address names no video that plays here. */
  readonly onMissing: () => void;
}

/** Replies after which the same request can succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

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
  const readAgain = async (status: number) => {
    isReadAgain.current = true;
    const address = withoutSignatures(src);
    await queryClient.invalidateQueries({
      predicate: ({ state }) => withoutSignatures(JSON.stringify(state.data) ?? '').includes(address),
    });
    // What was read is rendered first.
    setTimeout(() => latest.current.failBy(status));
  };
  const failBy = (status: number | null) => {
    if (renew()) reload();
    else if (status === null || status >= 500 || PASSING.has(status)) setInterrupted(true);
    else if (status >= 400 && !isReadAgain.current) void readAgain(status);
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

/** What the address answers with; null where nothing comes. Of another host it is only known whether something does. */
async function statusOf(src: string): Promise<number | null> {
  const reply = await fetch(src, { method: 'HEAD', mode: 'no-cors' }).catch(() => null);
  if (!reply) return null;
  return reply.type === 'opaque' ? 200 : reply.status;
}
