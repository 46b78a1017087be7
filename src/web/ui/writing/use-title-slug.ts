import { useFormContext, useWatch } from 'react-hook-form';
import { slugOf } from '#domain/courses/slug';

interface Addressed {
  title: string;
  slug: string;
}

/**
 * Makes the address of something new out of its title, until somebody writes it: an address that is not made of the title
 * is theirs, whether it was typed now or comes with a draft. What is saved keeps its address. Answers what to call with
 * each new title.
 */
export function useTitleSlug(isNew: boolean): (title: string) => void {
  const { getValues, setValue } = useFormContext<Addressed>();
  const made = slugOf(useWatch<Addressed, 'title'>({ name: 'title' }));
  return (title) => {
    if (isNew && getValues('slug') === made) setValue('slug', slugOf(title), { shouldDirty: true });
  };
}
