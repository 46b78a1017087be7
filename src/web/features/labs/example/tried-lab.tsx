import { useEffect, useMemo, useRef, useState } from 'react';
import type { FeaturedLab } from '#contract/courses/labs';
import { m } from '#web/lib/messages.ts';
import { CodeBench } from '../bench/code-bench.tsx';
import classes from './example.module.css';

/** A lab outside of its course: it runs the visible checks in the page, and keeps and submits nothing. */
export function TriedLab({ lab, labelledBy }: { lab: FeaturedLab; labelledBy: string }) {
  const [files, setFiles] = useState(lab.files);
  const spec = useMemo(() => ({ ...lab.spec, hidden: [] }), [lab]);
  const place = useRef<HTMLDivElement>(null);
  // The button that opened it is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} className={classes.lab} tabIndex={-1}>
      <CodeBench
        canRun
        spec={spec}
        files={files}
        labelledBy={labelledBy}
        words={{ empty: m.labs_tried_empty(), passed: m.labs_tried_passed() }}
        onChange={setFiles}
      />
    </div>
  );
}
