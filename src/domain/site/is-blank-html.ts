/** Whether a page says and shows nothing, so that its fallback is shown instead (spec section 2). */
export function isBlankHtml(html: string): boolean {
  if (/<(?:img|hr)\b/i.test(html)) return false;
  return html.replace(/<[^>]*>|&nbsp;|\s/gi, '') === '';
}
