import type { ContactContent, CustomContent, FaqContent, PageContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { META_FIELDS } from '#web/ui/fields/meta-words.ts';
import { differenceOf, excerpt, type Fields } from '#web/ui/layout/difference.ts';
import type { Difference } from '#web/ui/layout/difference-table.tsx';
import { pageText } from '../editor/page-text.ts';

const CONTACT: Fields<Omit<ContactContent, 'kind'>> = {
  introText: [m.settings_contact_intro],
  email: [m.settings_contact_email],
  phone: [m.settings_contact_phone],
  address: [m.settings_contact_address],
};

const CUSTOM: Fields<Omit<CustomContent, 'kind' | 'meta'>> = {
  title: [m.pages_page_title],
  slug: [m.pages_slug],
  description: [m.pages_description],
  markdown: [m.pages_page_content],
};

/** What differs between two versions of a page, field by field, question by question. */
export function comparePages(mine: PageContent, theirs: PageContent): Difference[] {
  if (mine.kind === 'contact' && theirs.kind === 'contact') return differenceOf(CONTACT, mine, theirs);
  if (mine.kind === 'custom' && theirs.kind === 'custom')
    return [...differenceOf(CUSTOM, mine, theirs), ...differenceOf(META_FIELDS, mine.meta, theirs.meta)];
  if (mine.kind === 'faq' && theirs.kind === 'faq') return compareQuestions(mine, theirs);
  return [
    {
      key: 'html',
      field: m.settings_source(),
      ...excerpt(pageText(mine), pageText(theirs)),
    },
  ];
}

function compareQuestions({ items: mine }: FaqContent, { items: theirs }: FaqContent): Difference[] {
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))];
  return ids.flatMap((key) => {
    const [own, other] = [textOf(mine, key), textOf(theirs, key)];
    const holder = mine.some(({ id }) => id === key) ? mine : theirs;
    const place = holder.findIndex(({ id }) => id === key) + 1;
    return own === other ? [] : [{ key, field: m.settings_faq_question({ place }), ...excerpt(own, other) }];
  });
}

/** One of the list with its place. */
function textOf(items: FaqContent['items'], id: string): string {
  const at = items.findIndex((item) => item.id === id);
  const found = items[at];
  return found ? `${at + 1}. ${found.question}\n${found.answer}` : m.admin_conflict_missing();
}
