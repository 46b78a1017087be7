import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from '../course-form.module.css';
import type { CourseValues } from '../form-values.ts';

/** The way from a lab to its code and checks, which are saved by themselves. */
export function LabFields({ index }: { index: number }) {
  const { formState, getValues } = useFormContext<CourseValues>();
  const { id } = getValues(`content.${index}`);
  const saved = formState.defaultValues?.content?.find((section) => section?.id === id);
  const isLab = id !== undefined && saved?.sectionType === 'lab';
  return (
    <fieldset className={classes.rules}>
      <legend>{m.admin_lab_title()}</legend>
      <p>{isLab ? m.admin_lab_text() : m.admin_lab_unsaved()}</p>
      {isLab && (
        <p>
          <LinkButton to="/admin/labs/$section" params={{ section: id }} variant="secondary" size="sm">
            {m.admin_lab_edit()}
          </LinkButton>
        </p>
      )}
    </fieldset>
  );
}
