import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { askForExport, type ExportWish } from '#web/lib/api/ask-for-export.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { buttonLook } from './button.tsx';
import { useHeld } from './use-held.ts';

interface ExportLinkProps {
  /** Where the file is downloaded directly; left out: the filters are not right yet. */
  href: string | undefined;
  wish: ExportWish;
  children: ReactNode;
}

/** Downloads a file of a list. A large one is written in the background, and the page of exports shows how far it is. */
export function ExportLink({ children, href, wish }: ExportLinkProps) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const { busy, run } = useHeld(async () => {
    const stillHere = noteVisit();
    try {
      const isInBackground = await askForExport(api, wish);
      if (isInBackground && stillHere()) await navigate({ to: '/admin/exports' });
      else if (href && !isInBackground) download(href);
    } catch (error) {
      toastFailure(error, { title: m.exports_failed_toast() });
    }
  });
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    if (href) run();
  };
  return (
    <a
      {...buttonLook({ variant: 'secondary' })}
      href={href}
      aria-disabled={!href || busy || undefined}
      onClick={ask}
      download
    >
      {children}
    </a>
  );
}

function download(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
