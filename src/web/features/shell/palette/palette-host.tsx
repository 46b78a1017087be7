import { Suspense, useEffect } from 'react';
import type { User } from '#contract/accounts/accounts';
import { latePart } from '#web/lib/late/late-part.ts';
import { setPaletteOpen, usePaletteOpen } from './palette-state.ts';

const Palette = latePart(() => import('./palette.tsx'), 'Palette');

/** Opens the palette on Ctrl/Cmd+K; it is downloaded then. */
export function PaletteHost({ user }: { user: User }) {
  const open = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isOpening(event)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      setPaletteOpen(false);
    };
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Palette user={user} onClose={() => setPaletteOpen(false)} />
    </Suspense>
  );
}

function isOpening({
  altKey,
  ctrlKey,
  defaultPrevented,
  key,
  metaKey,
  shiftKey,
  target,
}: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented)
    return false;
  // There it makes a link of the text.
  if (target instanceof HTMLElement && target.isContentEditable) return false;
  // Neither over what must be answered first, nor in an exam.
  return !document.querySelector('dialog[open], :root[data-calm]');
}
