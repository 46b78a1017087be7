import { hidesCharacters, visibleLine } from '#domain/accounts/display-name';

/** The software. A school goes by this name until it has its own. */
export const PRODUCT = 'Lectern';

/** What an administrator saved about the school. */
interface SavedSchool {
  readonly name: string;
  readonly description: string;
  readonly poweredBy: boolean;
}

/** Whether a school may be called this: one visible line, which is neither markup nor an address to open or write to. */
export function isSchoolName(name: string): boolean {
  return !hidesCharacters(name) && !/[<>@]|:\/\//.test(name);
}

/**
 * The only place that decides what a school is called: its name is never empty. The title for search engines came first,
 * and still counts. What is called like the software need not name it again.
 */
export function resolveSchool<Saved extends SavedSchool>(
  saved: Saved,
  seo: { readonly title: string; readonly description: string },
): Saved {
  const name = saved.name || visibleLine(seo.title) || PRODUCT;
  return {
    ...saved,
    name,
    description: saved.description || seo.description,
    poweredBy: saved.poweredBy && name !== PRODUCT,
  };
}
