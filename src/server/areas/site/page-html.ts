import { sanitisePage } from './sanitise-page.ts';

/** A page as readers get it: only what the allow-list has, and wide tables scroll by themselves, as those of lessons do. */
export function pageHtml(content: string): string {
  // What comes from the sanitizer has every tag closed, and no "<" in its texts.
  return sanitisePage(content)
    .replaceAll('<table>', '<div class="table-wrapper" tabindex="0" role="group"><table>')
    .replaceAll('</table>', '</table></div>');
}
