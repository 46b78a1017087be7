export interface WrittenNote {
  readonly title: string;
  readonly body: string;
  readonly isBookmarked: boolean;
}

/** The own notes of a course as one Markdown document, in the order of its sections. */
export function notesMarkdown(course: string, notes: readonly WrittenNote[]): string {
  const parts = notes.map(({ body, isBookmarked, title }) =>
    [`## ${isBookmarked ? '★ ' : ''}${oneLine(title)}`, body.trim()]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return `${[`# ${oneLine(course)}`, ...parts].join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
