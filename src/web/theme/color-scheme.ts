import { useSyncExternalStore } from 'react';

/** What a person chose: one of the two, or what the device says. */
export type SchemeChoice = 'light' | 'dark' | 'auto';

const KEY = 'lectern-theme';
const ATTRIBUTE = 'data-color-scheme';
/** What the school shows to those who have not chosen. */
const DEFAULT = 'data-default-theme';
const listeners = new Set<() => void>();
let unstored: SchemeChoice | null = null;

/**
 * Runs in the head before anything is painted, so that no page flashes in the wrong colours, and follows the device while the
 * app is not there yet.
 */
export const SCHEME_SCRIPT = `try{var d=document.documentElement,q=matchMedia('(prefers-color-scheme: dark)'),f=function(){var c=localStorage.getItem('${KEY}')||d.getAttribute('${DEFAULT}');d.setAttribute('${ATTRIBUTE}',c==='light'||c==='dark'?c:q.matches?'dark':'light')};f();q.addEventListener('change',f)}catch(e){}`;

function stored(): string | null {
  try {
    return unstored ?? localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function schemeChoice(): SchemeChoice {
  const chosen = stored() ?? document.documentElement.getAttribute(DEFAULT);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

export function chooseScheme(choice: SchemeChoice): void {
  unstored = choice;
  try {
    localStorage.setItem(KEY, choice);
    unstored = null;
  } catch {
    // A browser that keeps nothing shows the choice as long as the page lives.
  }
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
  // The device may have changed before this code was there.
  apply();
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

/** Shows another theme of the school at once, to those who have not chosen for themselves. */
export function showTheme({
  accent,
  fonts,
  theme,
}: Readonly<Record<'accent' | 'fonts' | 'theme', string>>): void {
  document.documentElement.setAttribute(DEFAULT, theme);
  document.documentElement.setAttribute('data-accent', accent);
  document.documentElement.setAttribute('data-fonts', fonts);
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const choice = schemeChoice();
  const dark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
  document.documentElement.setAttribute(ATTRIBUTE, dark ? 'dark' : 'light');
}
