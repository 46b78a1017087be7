import type { MountExample } from '#web/ui/prose/examples.ts';
import { mountIn } from './mount-in.tsx';
import { RunningExample } from './running-example.tsx';

export const mountExample: MountExample = (place, example) =>
  mountIn(place, <RunningExample example={example} />);
