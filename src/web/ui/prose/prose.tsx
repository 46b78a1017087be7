import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef } from 'react';
import { useFirstSigned } from '#web/lib/media/signatures.ts';
import { Examples } from './examples.ts';
import classes from './prose.module.css';

interface ProseProps {
  /** HTML that the server has sanitised when it was saved. Nothing else may come in here. */
  html: string;
  /** Whether readers can edit and run its examples. */
  runs?: boolean;
}

/** Sanitised HTML set for reading. Copy buttons, mathematics' styles and diagrams come only where the text has use for them. */
export function Prose({ html: newest, runs }: ProseProps) {
  // Writing it anew would end videos and empty editors.
  const [html] = useFirstSigned(newest);
  const examples = useContext(Examples);
  const open = runs ? examples : null;
  const queryClient = useQueryClient();
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text has to be enhanced, too.
  useEffect(() => {
    const text = element.current;
    if (!text) return;
    const hasWork = text.querySelector('pre, input, video, .katex, [data-video]');
    if (!hasWork) return;
    const controller = new AbortController();
    import('./furnish-prose.ts').then(({ furnishProse }) =>
      furnishProse(text, controller.signal, queryClient, open),
    );
    return () => controller.abort();
  }, [html, open, queryClient]);
  useEffect(() => {
    const text = element.current;
    if (text && newest !== html)
      import('./renew-signatures.ts').then(({ renewSignatures }) => renewSignatures(text, newest));
  }, [html, newest]);
  return (
    <div
      ref={element}
      className={classes.prose}
      data-runs={open ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
