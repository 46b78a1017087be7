import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { NEAR_PX } from '#web/lib/late/late-app.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import classes from './comment-place.module.css';

/** The thread is downloaded when a reader comes near it. */
const CommentThread = latePart(() => import('./comment-thread.tsx'), 'CommentThread');

/** Where the comments of a course or post stand, and before them what else loads when a reader comes near. */
export function CommentPlace({ children, courseId }: { courseId: string; children?: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={place}
      id="comments"
      className={classes.place}
      aria-labelledby="comments-title"
      data-live
      data-no-print
    >
      {near && (
        <Suspense fallback={null}>
          {children}
          <CommentThread key={courseId} courseId={courseId} />
        </Suspense>
      )}
    </section>
  );
}
