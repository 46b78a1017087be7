import type { PageMeta } from '#contract/page-meta';

/** For `pageHead`: what search engines and shared links are told instead of title and description. Nothing for what is empty. */
export function metaHead({ canonical, shareDescription, shareTitle, title }: PageMeta) {
  return {
    ...(title && { tabTitle: title }),
    ...(canonical && { canonical }),
    ...((shareTitle || shareDescription) && { shared: { shareTitle, shareDescription } }),
  };
}
