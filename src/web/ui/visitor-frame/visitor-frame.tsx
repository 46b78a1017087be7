import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#web/lib/messages.ts';
import { Choice } from './choice.tsx';
import { copyStyles } from './copy-styles.ts';
import { VisitorApp, type VisitorAppProps } from './visitor-app.tsx';
import classes from './visitor-frame.module.css';

const WIDTHS = { desktop: 1280, phone: 375 } as const;
export type Screen = keyof typeof WIDTHS;
type Scheme = 'light' | 'dark';
/** Standards mode; without a type the browser draws as twenty years ago. */
const EMPTY = '<!doctype html><title></title>';

interface VisitorFrameProps {
  site?: VisitorAppProps['site'];
  children: (screen: Screen) => ReactNode;
}

/**
 * A preview in a window of its own, so that widths and colors are really those of the chosen screen. It can be looked at and
 * scrolled, and nothing else: what is in it stands in the form, too.
 */
export function VisitorFrame({ children, site }: VisitorFrameProps) {
  const id = useId();
  const [screen, setScreen] = useState<Screen>(() =>
    matchMedia('(max-width: 767.98px)').matches ? 'phone' : 'desktop',
  );
  const [scheme, setScheme] = useState<Scheme>(() =>
    document.documentElement.dataset.colorScheme === 'dark' ? 'dark' : 'light',
  );
  const [inner, setInner] = useState<Document | null>(null);
  const [height, setHeight] = useState(0);
  const [room, setRoom] = useState(0);
  const box = useCallback(
    (element: HTMLElement | null) => watchSize(element, ({ clientWidth }) => setRoom(clientWidth)),
    [],
  );
  const page = useCallback(
    (element: HTMLElement | null) => watchSize(element, ({ offsetHeight }) => setHeight(offsetHeight)),
    [],
  );
  useEffect(() => {
    if (!inner) return;
    const { dataset, dir, lang } = document.documentElement;
    Object.assign(inner.documentElement, { dir, lang });
    Object.assign(inner.documentElement.dataset, { ...dataset, colorScheme: scheme });
    return copyStyles(document, inner);
  }, [inner, scheme]);
  const width = WIDTHS[screen];
  const scale = Math.min(1, room / width);
  return (
    <div className={classes.preview}>
      <div className={classes.head}>
        <h2 id={id}>{m.config_preview_label()}</h2>
        <Choice
          label={m.config_preview_width()}
          options={{ desktop: m.config_preview_desktop(), phone: m.config_preview_phone() }}
          value={screen}
          onChange={setScreen}
        />
        <Choice
          label={m.config_preview_theme()}
          options={{ light: m.config_preview_light(), dark: m.config_preview_dark() }}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section ref={box} className={classes.room} aria-labelledby={id} tabIndex={0}>
        <div className={classes.sheet} style={{ width: width * scale, height: height * scale }}>
          <iframe
            className={classes.frame}
            title={m.config_preview_label()}
            srcDoc={EMPTY}
            inert
            aria-hidden="true"
            tabIndex={-1}
            style={{ width, height, scale: String(scale) }}
            onLoad={({ currentTarget }) => setInner(currentTarget.contentDocument)}
          />
        </div>
        {inner &&
          createPortal(
            <VisitorApp site={site}>
              <div ref={page} className={classes.page}>
                {children(screen)}
              </div>
            </VisitorApp>,
            inner.body,
          )}
      </section>
    </div>
  );
}

function watchSize(element: HTMLElement | null, onSize: (element: HTMLElement) => void) {
  if (!element) return;
  const observer = new ResizeObserver(() => onSize(element));
  observer.observe(element);
  return () => observer.disconnect();
}
