import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatTime } from '#web/lib/format.ts';
import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './course-form.module.css';
import type { CourseValues } from './form-values.ts';

type Mode = 'draft' | 'now' | 'at';

/** Whether a post is a draft, published, or will be at a time. */
export function PublishFields() {
  const { setValue, watch } = useFormContext<CourseValues>();
  const publishedAt = watch('publishedAt') ?? null;
  const isPast = publishedAt !== null && new Date(publishedAt).getTime() <= Date.now();
  const [mode, setMode] = useState<Mode>(publishedAt === null ? 'draft' : isPast ? 'now' : 'at');
  const change = (next: Mode) => {
    setMode(next);
    if (next === 'draft') set(null);
    if (next === 'now') set(new Date().toISOString());
    if (next === 'at') set(inAnHour());
  };
  const set = (value: string | null) => setValue('publishedAt', value, { shouldDirty: true });
  const labels: Record<Mode, string> = {
    draft: m.posts_admin_publish_draft(),
    now:
      mode === 'now' && publishedAt && isPast
        ? m.posts_admin_publish_since({ time: formatTime(publishedAt) })
        : m.posts_admin_publish_now(),
    at: m.posts_admin_publish_at(),
  };
  return (
    <>
      <fieldset className={classes.publish}>
        <legend>{m.posts_admin_publish()}</legend>
        {(['draft', 'now', 'at'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="publish" checked={mode === one} onChange={() => change(one)} />
            {labels[one]}
          </label>
        ))}
      </fieldset>
      {mode === 'at' && publishedAt && (
        <TextField
          label={m.posts_admin_publish_time()}
          type="datetime-local"
          defaultValue={toLocal(publishedAt)}
          onChange={(event) => {
            const time = fromLocal(event.target.value);
            if (time !== null) set(time);
          }}
        />
      )}
    </>
  );
}

function inAnHour(): string {
  const time = new Date(Date.now() + 3_600_000);
  time.setMinutes(0, 0, 0);
  return time.toISOString();
}
