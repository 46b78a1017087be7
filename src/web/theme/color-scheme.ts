import { useSyncExternalStore } from 'react';

/** What a person chose: one of the two, or what the device says. */
export type SchemeChoice = 'light' | 'dark' | 'auto';

const KEY = 'lectern-theme';
const ATTRIBUTE = 'data-color-scheme';
const listeners = new Set<() => void>();

/** Runs in the head before anything is painted, so that no page flashes in the wrong colours. */
export const SCHEME_SCRIPT = `try{var c=localStorage.getItem('${KEY}');document.documentElement.setAttribute('${ATTRIBUTE}',c==='light'||c==='dark'?c:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')}catch(e){}`;

export function schemeChoice(): SchemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function chooseScheme(choice: SchemeChoice): void {
  if (choice === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
  for (const listener of listeners) listener();
}

/** Hears of choices, also of those in another window and of the device's own changes. */
export function onScheme(listener: () => void): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const changed = () => {
    apply();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', changed);
  device.addEventListener('change', changed);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', changed);
    device.removeEventListener('change', changed);
  };
}

/** The choice, for the menu that shows it. The server does not know it and says 'auto'. */
export function useSchemeChoice(): SchemeChoice {
  return useSyncExternalStore(onScheme, schemeChoice, () => 'auto');
}

function apply(): void {
  const choice = schemeChoice();
  const dark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
  document.documentElement.setAttribute(ATTRIBUTE, dark ? 'dark' : 'light');
}
