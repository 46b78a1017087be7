import { LandingSettingsPage } from '#web/features/site-config/landing/landing-settings-page.tsx';
import { VisitorFrame } from '#web/ui/visitor-frame/visitor-frame.tsx';
import { LandingBlocks } from './-landing-blocks.tsx';

/** The editor of the landing page with the page itself below: no feature imports another. */
export function LandingSettings() {
  return (
    <LandingSettingsPage
      preview={(blocks) => <VisitorFrame>{() => <LandingBlocks blocks={blocks} />}</VisitorFrame>}
    />
  );
}
