import { createContext } from 'react';

/** What stands around an upload and may go off the screen while it runs. */
export interface Holder {
  readonly isShown: boolean;
  /** Keeps it from being taken away. Answers how to let go. */
  readonly hold: () => () => void;
}

export const SendingHolder = createContext<Holder | null>(null);
