import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** After a change of page: says its title to screen readers and moves the focus to its content, as a page load would. */
export function PageAnnouncer({ contentId }: { contentId: string }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (path === before.current) return;
    const first = before.current === undefined;
    before.current = path;
    if (first) return;
    const content = document.getElementById(contentId);
    // A page that has focused one of its own fields knows better.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
    // The title is drawn in the same round as the page.
    const soon = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(soon);
  }, [path, contentId]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
