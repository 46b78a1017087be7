import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { held } from '../button.tsx';
import classes from './menu.module.css';

interface MenuProps {
  /** What the button says to screen readers. */
  label: string;
  /** What is inside the button. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** MenuItem, MenuLink, MenuLabel and MenuDivider. */
  children: ReactNode;
}

const GAP = 6;

/** A button that opens a menu under it: arrows, Home, End, Escape. Stands on the browser's own popover. */
export function Menu({ label, button, buttonClassName, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const place = () => {
    if (!opener.current || !panel.current) return;
    const spot = opener.current.getBoundingClientRect();
    const { offsetHeight, offsetWidth } = panel.current;
    const below = spot.bottom + GAP;
    const up = below + offsetHeight > window.innerHeight && spot.top > offsetHeight + GAP;
    const top = up ? spot.top - GAP - offsetHeight : below;
    const left = document.dir === 'rtl' ? spot.left : spot.right - offsetWidth;
    panel.current.style.top = within(top, window.innerHeight - offsetHeight);
    panel.current.style.left = within(left, window.innerWidth - offsetWidth);
    panel.current.dataset.placed = '';
  };
  const show = () => {
    setOpen(true);
    place();
    if (!panel.current?.contains(document.activeElement)) items(panel.current)[0]?.focus();
  };
  // The browser opens it before the page is awake.
  const early = useEffectEvent(() => {
    if (panel.current?.matches(':popover-open')) show();
  });
  useEffect(() => early(), []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClassName}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          // Pressed right after Enter, it comes before the browser has told that the menu is open.
          const isOpen = panel.current?.matches(':popover-open');
          if (!isOpen) panel.current?.showPopover();
          show();
          if (isOpen) moveFocus(event, panel.current);
        }}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={classes.panel}
        onToggle={(event) => {
          if (event.newState === 'open') return show();
          setOpen(false);
          delete event.currentTarget.dataset.placed;
        }}
        onKeyDown={(event) => moveFocus(event, panel.current)}
        onClick={(event) => {
          // What is held leaves the menu, and the focus, where they are.
          const chosen = '[role^="menuitem"]:not([aria-disabled])';
          if (event.target instanceof Element && event.target.closest(chosen)) {
            panel.current?.hidePopover();
          }
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Inside of the window, with a margin, as far as it fits. */
function within(start: number, room: number): string {
  return `${Math.max(8, Math.min(start, room - 8))}px`;
}

function items(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

function moveFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  const all = items(panel);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = to[event.key];
  if (event.key === 'Tab') panel?.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}

interface MenuItemProps extends ComponentPropsWithRef<'button'> {
  icon?: ReactNode;
  danger?: boolean;
  /** Its work is under way: it does nothing, and keeps the focus. */
  busy?: boolean;
  /** For a choice of one among several: whether it is the chosen one. */
  checked?: boolean;
}

/** Something to do in a Menu; with `checked`, one of several choices. */
export function MenuItem({ busy, icon, danger, checked, children, ...rest }: MenuItemProps) {
  const choice = checked !== undefined;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.item}
      data-danger={danger || undefined}
      {...(choice ? { role: 'menuitemradio', 'aria-checked': checked } : { role: 'menuitem' })}
      {...rest}
      {...held(busy)}
    >
      {icon}
      {children}
      {checked && <CheckMark />}
    </button>
  );
}

function CheckMark() {
  return (
    <svg
      className={classes.check}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M3.5 8.5l3 3 6-7" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Words at the head of a Menu that are not to be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes.label}>{children}</div>;
}

export function MenuDivider() {
  return <hr className={classes.divider} />;
}
