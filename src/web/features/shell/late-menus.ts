import { latePart } from '#web/lib/late/late-part.ts';

// Most schools keep the menus that they were given.
export const OwnLinks = latePart(() => import('./own-menus.tsx'), 'OwnLinks');
export const OwnColumns = latePart(() => import('./own-menus.tsx'), 'OwnColumns');
