const TAG = /<[a-z](?:[^>"]|"[^"]*")*>/gi;
const ID = / id="([^"]*)"/;
/** An id, or what refers to one in the same text. */
const REFERENCE = /( id="| href="#| aria-describedby="| aria-labelledby=")([^"]*)(?=")/g;

/**
 * Rendered texts that are to stand on one page, such as the sections of a post. An id that an earlier text has already is
 * renamed, and what leads to it in the same text: footnote 1 of the second text leads to its own note. All other ids stay, so
 * that links from elsewhere go on working.
 */
export function separateIds(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const used = new Set<string>();
  return texts.map((html, at) => {
    const ids = idsOf(html);
    const taken = new Set(ids.filter((id) => used.has(id)));
    for (const id of ids) used.add(id);
    if (taken.size === 0) return html;
    return html.replace(TAG, (tag) =>
      tag.replace(REFERENCE, (reference, name: string, id: string) =>
        taken.has(id) ? `${name}s${at + 1}-${id}` : reference,
      ),
    );
  });
}

function idsOf(html: string): string[] {
  return (html.match(TAG) ?? []).flatMap((tag) => ID.exec(tag)?.[1] ?? []);
}
