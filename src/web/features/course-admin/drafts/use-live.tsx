import { use, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import classes from '../course-form.module.css';
import type { CourseValues, SectionValues } from '../form-values.ts';
import { LiveSections } from './live-sections.ts';
import { sectionChanges } from './section-changes.ts';

/** Gives up what a draft changes in one section: asks first, and can be undone. */
export function UseLive({ index }: { index: number }) {
  const live = use(LiveSections);
  const { control, getValues, setValue } = useFormContext<CourseValues>();
  const section = useWatch({ control, name: `content.${index}` });
  const [asks, setAsks] = useState(false);
  const own = live?.find(({ id }) => id !== undefined && id === section?.id);
  if (!live || !own || !section) return null;
  const isChanged = sectionChanges(live, [section]).changed.length > 0;
  if (!isChanged && !asks) return null;
  const put = (next: SectionValues) =>
    setValue(
      'content',
      getValues('content').map((each) => (each.rowKey === section.rowKey ? next : each)),
      { shouldDirty: true },
    );
  const goBack = () => {
    const before = structuredClone(section);
    put({ ...structuredClone(own), rowKey: section.rowKey });
    setAsks(false);
    toast({
      title: m.drafts_used_live(),
      description: own.title,
      action: { label: m.admin_undo(), run: () => put(before) },
    });
    return null;
  };
  return (
    <div className={classes.rowEnd}>
      <Button variant="quiet" size="sm" onClick={() => setAsks(true)}>
        {m.drafts_use_live()}
      </Button>
      <ConfirmDialog
        open={asks}
        title={m.drafts_use_live_title()}
        text={m.drafts_use_live_text({ title: section.title })}
        confirm={m.drafts_use_live()}
        onCancel={() => setAsks(false)}
        onConfirm={goBack}
      />
    </div>
  );
}
