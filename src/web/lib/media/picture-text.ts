/** A picture as Markdown writes it. */
export function pictureMarkdown(alt: string, address: string): string {
  return `!${linkMarkdown(alt, address)}`;
}

/** A link as Markdown writes it. Words that would end it early are escaped. */
export function linkMarkdown(text: string, address: string): string {
  const words = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]]/g, (sign) => `\\${sign}`);
  return `[${words}](${address})`;
}

/** Puts a text where the cursor of a field is, as if it had been typed: it can be undone by the keyboard. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { selectionEnd: end, selectionStart: start } = field;
  field.focus();
  field.setSelectionRange(start, end);
  // Nothing else writes into a field so that the browser can undo it.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * The files of what was pasted. A copied text comes with a picture of itself, which nobody means, unless the text is only
 * the names of the files, as file managers copy them.
 */
export function filesIn(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...data.files];
  const lines = data
    .getData('text/plain')
    .trim()
    .split(/\s*\n\s*/)
    .filter(Boolean);
  const areNames = lines.every((line) => files.some(({ name }) => line.endsWith(name)));
  return areNames ? files : files.filter(({ type }) => !type.startsWith('image/'));
}
