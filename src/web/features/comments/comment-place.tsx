import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { latePart } from '#web/lib/late/late-part.ts';
import classes from './comment-place.module.css';

/** The thread is downloaded when a reader comes near it. */
const CommentThread = latePart(() => import('./comment-thread.tsx'), 'CommentThread');

/** Where the comments of a course or post stand. */
export function CommentPlace({ courseId }: { courseId: string }) {
  return (
    <NearPlace id="comments">
      <CommentThread key={courseId} courseId={courseId} />
    </NearPlace>
  );
}

/** Draws its children when a reader comes near. Their heading has the id of the place with "-title" behind. */
export function NearPlace({ children, id }: { id: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: '600px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={place} id={id} className={classes.place} aria-labelledby={`${id}-title`} data-no-print>
      {near && <Suspense fallback={null}>{children}</Suspense>}
    </section>
  );
}
