import { useEffect, useState } from 'react';

const SETTLED_MS = 150;

/** A value once it has stopped changing for a moment: the server is not asked for every letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
