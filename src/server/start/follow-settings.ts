import type { ContentVersion } from '#server/db/content-version';
import type { SettingsStore } from '#server/site-settings';

/** Has a process read the settings again after they changed, here or in another process. */
export function followSettings(
  content: ContentVersion,
  settings: SettingsStore,
  { servesPages }: { readonly servesPages: boolean },
): void {
  content.onChange(() => {
    settings.forget();
    // Jobs ask for the language without reading the settings first, as each page does.
    if (!servesPages) settings.current().catch(() => undefined);
  });
}
