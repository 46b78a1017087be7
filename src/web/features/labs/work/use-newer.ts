import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { LabWork } from '#contract/courses/labs';
import { useApi } from '#web/lib/session/session.ts';
import { isSameFiles } from './kept-work.ts';
import type { Now, Work } from './work.ts';

interface Options {
  /** The same for all tabs of this learner in this lab. */
  readonly base: string;
  readonly sectionId: string;
  readonly now: RefObject<Now>;
  readonly ask: (other: LabWork) => void;
  readonly replace: Work['replace'];
}

/** A page that was away for less, in ms, is not compared with the server. */
const AWAY_MS = 10_000;

/**
 * Shows what other pages save: tabs of this browser report it to each other, and of other devices it is asked when the
 * learner comes back to this page. Answers how to report what this page saved.
 */
export function useNewer({ ask, now, base, replace, sectionId }: Options): (saved: LabWork) => void {
  const api = useApi();
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const meet = (theirs: LabWork) => {
      const mine = now.current;
      if (theirs.version <= mine.version || mine.isHeld) return;
      if (isSameFiles(theirs.files, mine.files)) mine.version = theirs.version;
      else if (mine.isSaved) replace(theirs.files, theirs);
      else ask(theirs);
    };
    const opened = new BroadcastChannel(base);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<LabWork>) => meet(data);
    let leftAt = Date.now();
    const onShow = () => {
      if (document.hidden) leftAt = Date.now();
      else if (Date.now() - leftAt > AWAY_MS)
        // Without a connection the next save finds out.
        api.labs.get({ id: sectionId }).then(meet, () => undefined);
    };
    document.addEventListener('visibilitychange', onShow);
    return () => {
      opened.close();
      channel.current = undefined;
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [api, ask, now, base, replace, sectionId]);
  return useCallback(
    ({ files, version }) => {
      if (channel.current) return channel.current.postMessage({ files, version });
      // The answer to the last save comes when the page has been left.
      const last = new BroadcastChannel(base);
      last.postMessage({ files, version });
      last.close();
    },
    [base],
  );
}
