import { type OpenLab, TryCode } from '#web/features/site/try-code.tsx';

// Nobody downloads it before pressing the button of the lab.
const openLab: OpenLab = (lab, labelledBy) =>
  import('#web/features/labs/example/mount-lab.tsx').then((it) => it.mountLab(lab, labelledBy));

/** Code to try on the landing page: no feature imports another. */
export function LandingCode() {
  return <TryCode openLab={openLab} />;
}
