import { useSyncExternalStore } from 'react';
import { m } from '#web/lib/messages.ts';
import { shortcut } from '#web/lib/shortcut.ts';
import classes from './palette-button.module.css';
import { setPaletteOpen } from './palette-state.ts';

const never = () => () => undefined;
const OPENS = 'K';

/** Opens the palette for who has no keyboard, and shows its shortcut to who has one. */
export function PaletteButton({ iconsOnly }: { iconsOnly: boolean }) {
  const keys = useSyncExternalStore(
    never,
    () => shortcut(OPENS),
    () => `Ctrl+${OPENS}`,
  );
  return (
    <button
      type="button"
      className={classes.opener}
      data-icons-only={iconsOnly || undefined}
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={m.palette_open()}
      title={iconsOnly ? m.palette_hint() : undefined}
      onClick={() => setPaletteOpen(true)}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="9" cy="9" r="5" strokeWidth="1.4" />
        <path d="M12.8 12.8l3.7 3.7" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      {!iconsOnly && (
        <>
          <span>{m.palette_open()}</span>
          <kbd>{keys}</kbd>
        </>
      )}
    </button>
  );
}
