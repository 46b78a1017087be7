import { latePart } from '#web/lib/late/late-part.ts';

// Most schools keep the menus that they were given.
const load = () => import('./own-menus.tsx');
export const OwnLinks = latePart(load, 'OwnLinks');
export const OwnColumns = latePart(load, 'OwnColumns');
