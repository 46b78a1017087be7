import { language } from '#domain/language';
import { accentOnPaper } from '#domain/site/theme';
import { m } from '../messages/messages.js';
import { cleanNames } from './clean-names.ts';
import type { MailContent } from './mail-content.ts';
import type { MailProps, MailTemplate } from './mail-props.ts';
import { TEMPLATES } from './templates.ts';
import type { TierNames } from './tier-word.ts';

export interface RenderedMail {
  /** Who it is from. */
  readonly sender: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where a mail program can stop mails of this kind; null for those that always go out. */
  readonly unsubscribe: string | null;
}

/**
 * A mail with its HTML and plain-text parts. `school` is the name of the site, `names` what its plans are called, `accent`
 * the color of its buttons and links.
 */
export function renderMail<Template extends MailTemplate>(
  template: Template,
  props: MailProps[Template],
  school: string,
  names: TierNames = {},
  accent = accentOnPaper('blue', ''),
): RenderedMail {
  const content = TEMPLATES[template](cleanNames(template, props, school), school, names);
  return {
    sender: school,
    subject: content.subject,
    html: toHtml(content, school, accent),
    text: toText(content, school),
    unsubscribe: content.unsubscribe ?? null,
  };
}

function toText(content: MailContent, school: string): string {
  const quote = content.quote?.split(/\r?\n/).map((line) => `> ${line}`);
  const button = `${content.button.label}:\n${content.button.link}`;
  const parts = [
    content.greeting,
    ...content.paragraphs,
    content.body?.text,
    content.code,
    quote?.join('\n'),
    content.items?.map(({ link, text }) => `- ${text}\n  ${link}`).join('\n'),
    ...(content.button.isAside ? [content.note, button] : [button, content.note]),
    `-- \n${school}\n${content.footer}`,
    content.unsubscribe && `${m.emails_unsubscribe()}: ${content.unsubscribe}`,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

const SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif";
const SANS = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const PARAGRAPH = 'margin:0 0 18px';
const SMALL = 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#565a63';

function toHtml(content: MailContent, school: string, accent: string): string {
  const { body, button, greeting, note, paragraphs, quote } = content;
  const link = escapeHtml(button.link);
  const lines = [
    greeting === undefined ? '' : `<p style="${PARAGRAPH}">${escapeHtml(greeting)}</p>`,
    ...paragraphs.map((text) => `<p style="${PARAGRAPH}">${escapeHtml(text)}</p>`),
    body?.html ?? '',
    content.code === undefined
      ? ''
      : `<p style="margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(content.code)}</p>`,
    quote === undefined
      ? ''
      : `<blockquote style="margin:0 0 18px;padding:4px 0 4px 16px;border-left:3px solid #d9d4c7;white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`,
    content.items === undefined
      ? ''
      : `<ul style="margin:0 0 18px;padding-left:20px">${content.items
          .map(
            (item) =>
              `<li style="margin:0 0 8px"><a href="${escapeHtml(item.link)}" style="color:${accent}">${escapeHtml(item.text)}</a></li>`,
          )
          .join('')}</ul>`,
    button.isAside
      ? ''
      : `<p style="margin:28px 0"><a href="${link}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`,
    note === undefined ? '' : `<p style="${SMALL}">${escapeHtml(note)}</p>`,
    `<p style="${SMALL}">${escapeHtml(button.isAside ? button.label : m.emails_link_hint())}<br><a href="${link}" style="color:${accent};word-break:break-all">${link}</a></p>`,
  ];
  return `<!doctype html>
<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#fbfaf7;color:#15181e;font:17px/1.6 ${SANS}">
<div role="article" lang="${language()}" style="max-width:560px;margin:0 auto">
<p style="margin:0 0 28px;font:600 22px/1.2 ${SERIF}">${escapeHtml(school)}</p>
<h1 style="margin:0 0 18px;font:600 28px/1.25 ${SERIF}">${escapeHtml(content.subject)}</h1>
${lines.filter((line) => line !== '').join('\n')}
<hr style="border:0;border-top:1px solid #e4e0d6;margin:32px 0 16px">
<p style="${SMALL}">${escapeHtml(content.footer)}</p>
${unsubscribeLine(content)}
</div></body></html>
`;
}

function unsubscribeLine({ unsubscribe }: MailContent): string {
  if (unsubscribe === undefined) return '';
  return `<p style="${SMALL}"><a href="${escapeHtml(unsubscribe)}" style="color:#565a63">${escapeHtml(m.emails_unsubscribe())}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
