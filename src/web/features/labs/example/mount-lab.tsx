import type { FeaturedLab } from '#contract/courses/labs';
import type { MountExample } from '#web/ui/prose/examples.ts';
import { mountIn } from './mount-in.tsx';
import { TriedLab } from './tried-lab.tsx';

/** Mounts a lab in the place of an example, named by the element of that id. */
export function mountLab(lab: FeaturedLab, labelledBy: string): MountExample {
  return (place) => mountIn(place, <TriedLab lab={lab} labelledBy={labelledBy} />);
}
