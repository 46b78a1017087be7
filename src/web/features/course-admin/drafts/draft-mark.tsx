import { use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import type { CourseValues } from '../form-values.ts';
import classes from './drafts.module.css';
import { LiveSections } from './live-sections.ts';
import { sectionChanges } from './section-changes.ts';

/** Says of a section that it differs from the live one. */
export function DraftMark({ index }: { index: number }) {
  const live = use(LiveSections);
  const { control } = useFormContext<CourseValues>();
  const section = useWatch({ control, name: `content.${index}` });
  if (!live || !section || sectionChanges(live, [section]).changed.length === 0) return null;
  return <span className={classes.badge}>{m.drafts_mark()}</span>;
}
