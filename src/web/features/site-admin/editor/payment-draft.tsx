import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TextContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './editor.module.css';

interface PaymentDraftProps {
  readonly name: string;
  readonly content: TextContent;
  readonly onInsert: (content: TextContent) => void;
}

/** Offers a draft about payments for the end of a policy. It is added by choice, and saved like everything that one writes. */
export function PaymentDraft({ content, name, onInsert }: PaymentDraftProps) {
  const api = useApi();
  const { takesPayments } = siteInfo(useQueryClient());
  const isPolicy = name === 'terms' || name === 'privacy';
  const isOffered = takesPayments === true && isPolicy;
  const { data } = useQuery({
    queryKey: ['legal', 'pages'],
    queryFn: ({ signal }) => api.legal.pages(undefined, { signal }),
    enabled: isOffered,
  });
  if (!isOffered || !data) return null;
  const blocks = name === 'terms' ? termsBlocks(data.withdrawal?.text ?? null) : privacyBlocks();
  if (hasTitle(content, blocks[0]?.title ?? '')) return null;
  return (
    <div className={classes.offer}>
      <p>{m.settings_payment_draft()}</p>
      <Button size="sm" variant="secondary" onClick={() => onInsert(withBlocks(content, blocks))}>
        {m.settings_payment_draft_insert()}
      </Button>
    </div>
  );
}

interface Block {
  readonly title: string;
  readonly text: string;
}

function termsBlocks(withdrawal: string | null): Block[] {
  return [
    { title: m.legal_draft_payments(), text: m.legal_draft_payments_text() },
    { title: m.legal_draft_ending(), text: m.legal_draft_ending_text() },
    ...(withdrawal === null ? [] : [{ title: m.legal_draft_withdrawal(), text: withdrawal }]),
  ];
}

function privacyBlocks(): Block[] {
  return [
    { title: m.legal_draft_data(), text: m.legal_draft_data_text() },
    { title: m.legal_draft_keeping(), text: m.legal_draft_keeping_text() },
  ];
}

function hasTitle(content: TextContent, title: string): boolean {
  return content.kind === 'html'
    ? content.html.includes(`<h2>${escaped(title)}</h2>`)
    : content.markdown.includes(`## ${title}`);
}

function withBlocks(content: TextContent, blocks: readonly Block[]): TextContent {
  if (content.kind === 'html') return { ...content, html: `${content.html}${toHtml(blocks)}` };
  const texts = blocks.map(({ text, title }) => `## ${title}\n\n${text}`);
  return { ...content, markdown: [content.markdown.trimEnd(), ...texts].filter(Boolean).join('\n\n') };
}

function toHtml(blocks: readonly Block[]): string {
  return blocks
    .map(({ text, title }) => {
      const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${escaped(paragraph)}</p>`);
      return `<h2>${escaped(title)}</h2>${paragraphs.join('')}`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
