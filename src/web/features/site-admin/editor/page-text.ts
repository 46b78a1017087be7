import { isText, type PageContent } from '#contract/pages';
import { type Choices, type Merged, mergeVersions } from '#domain/merge-versions';
import { m } from '#web/lib/messages.ts';

/** The content of a page as text with lines, for comparing two versions. */
export function pageText(content: PageContent): string {
  if (content.kind === 'html') return content.html;
  if (content.kind === 'markdown') return content.markdown;
  if (content.kind === 'custom') {
    const { canonical, shareDescription, shareTitle, title } = content.meta;
    const lines: readonly (readonly [label: string, value: string])[] = [
      [m.pages_page_title(), content.title],
      [m.pages_slug(), content.slug],
      [m.pages_description(), content.description],
      [m.pages_meta_title(), title],
      [m.pages_share_title(), shareTitle],
      [m.pages_share_description(), shareDescription],
      [m.pages_canonical(), canonical],
    ];
    const described = lines.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
    return [...described, '', content.markdown].join('\n');
  }
  if (content.kind === 'faq') {
    return content.items
      .map(({ answer, pricing, question }, index) => {
        const mark = pricing ? ` (${m.settings_faq_pricing()})` : '';
        return `${index + 1}. ${question}${mark}\n${answer}\n`;
      })
      .join('\n');
  }
  const { address, email, introText, phone } = content;
  return [
    `${m.settings_contact_intro()}: ${introText}`,
    `${m.settings_contact_email()}: ${email}`,
    `${m.settings_contact_phone()}: ${phone}`,
    `${m.settings_contact_address()}: ${address}`,
  ].join('\n');
}

/** An earlier version where the page is now, as the server restores it: others link to that address. */
export function atAddressOf(present: PageContent, earlier: PageContent): PageContent {
  return earlier.kind === 'custom' && present.kind === 'custom'
    ? { ...earlier, slug: present.slug }
    : earlier;
}

/** Whether two contents say the same; the ids of questions do not count. */
export function isSameContent(one: PageContent, other: PageContent): boolean {
  return one.kind === other.kind && pageText(one) === pageText(other);
}

const TEXT_KINDS: readonly unknown[] = ['html', 'markdown'] satisfies PageContent['kind'][];

/** Whether a form for content like `empty` can hold content of this kind. */
export function fits(empty: PageContent, kind: unknown): boolean {
  return kind === empty.kind || (TEXT_KINDS.includes(kind) && isText(empty));
}

/** Two versions of a page come together field by field; a text is one field, with what it is written in. */
export function mergePages<Content extends PageContent>(
  base: Content,
  mine: Content,
  theirs: Content,
  choices?: Choices,
): Merged<Content> {
  return mergeVersions(base, mine, theirs, choices, (path) => path.length === 0 && isText(mine));
}
