import { lazy } from 'react';

// Most schools keep the menus that they were given.
const menus = () => import('./own-menus.tsx');
export const OwnLinks = lazy(() => menus().then((it) => ({ default: it.OwnLinks })));
export const OwnColumns = lazy(() => menus().then((it) => ({ default: it.OwnColumns })));
