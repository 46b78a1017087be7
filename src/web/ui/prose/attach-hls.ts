/** What a stream failed by: the status of a reply, or null where none came. */
export type OnStreamFailure = (status: number | null) => void;

/** What can't be played at all is as good as missing. */
const NOT_PLAYABLE = 415;

/** Streams through hls.js where the browser cannot do it itself; answers how to stop. */
export function attachHls(player: HTMLVideoElement, src: string, onFailure: OnStreamFailure): () => void {
  let stop: () => void = () => undefined;
  let stopped = false;
  import('hls.js').then(
    ({ default: Hls }) => {
      if (stopped) return;
      if (!Hls.isSupported()) {
        onFailure(NOT_PLAYABLE);
        return;
      }
      const hls = new Hls({ enableWorker: false });
      hls.on(Hls.Events.ERROR, (_event, { fatal, response, type }) => {
        if (!fatal) return;
        const isOfNetwork = type === Hls.ErrorTypes.NETWORK_ERROR;
        if (isOfNetwork) onFailure(response?.code || null);
        else onFailure(player.readyState === 0 ? NOT_PLAYABLE : null);
      });
      hls.loadSource(src);
      hls.attachMedia(player);
      stop = () => hls.destroy();
    },
    () => onFailure(null),
  );
  return () => {
    stopped = true;
    stop();
  };
}
