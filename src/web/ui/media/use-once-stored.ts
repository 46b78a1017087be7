import { useEffect, useEffectEvent, useState } from 'react';

/** Runs something as soon as the upload is done, if it was asked for while the file was still sent. */
export function useOnceStored(isStored: boolean, run: () => void): () => void {
  const [isWanted, setIsWanted] = useState(false);
  const runWanted = useEffectEvent(() => isWanted && run());
  useEffect(() => {
    if (isStored) runWanted();
  }, [isStored]);
  return () => (isStored ? run() : setIsWanted(true));
}
