import type { Services } from '#server/services';
import { m } from '../../../messages/messages.js';

/** How the site is called where a person keeps it as an app. */
export async function makeManifest({ settings }: Pick<Services, 'settings'>): Promise<string> {
  const { description, name } = (await settings.current()).school;
  const manifest = {
    name,
    short_name: name,
    description: description || m.shell_description(),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}
