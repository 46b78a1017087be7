import { child, children, ownText } from './moodle/moodle-element.ts';
import type { Element } from './moodle/parse-xml.ts';
import type { Pictures } from './pictures.ts';

const ADDRESS = /@@PLUGINFILE@@(\/[^"'<>?#)]*)(?:\?[^"'<>)\s]*)?/g;

/** Gives the texts of a file names for the pictures that lie beside them, in whatever element that is. */
export function placeFiles(element: Element, pictures: Pictures): void {
  const files = new Map(
    children(element, 'file')
      .filter(({ attributes }) => attributes.encoding === 'base64')
      .map((file) => [
        `${file.attributes.path ?? '/'}${file.attributes.name ?? ''}`,
        { name: file.attributes.name ?? '', text: file.text },
      ]),
  );
  if (files.size > 0) {
    const named = (text: string) =>
      text.replace(ADDRESS, (whole, path: string) => {
        const held = files.get(decoded(path.trim()));
        return held ? pictures.hold(held) : whole;
      });
    element.text = named(element.text);
    const text = child(element, 'text');
    if (text) text.text = named(text.text);
  }
  placeOldPicture(element, pictures);
  for (const inner of element.children) if (inner.name !== 'file') placeFiles(inner, pictures);
}

/** Versions before 2 had one picture for each question, shown below its text. */
function placeOldPicture(element: Element, pictures: Pictures): void {
  const name = element.name === 'question' ? ownText(child(element, 'image')) : '';
  const text = child(child(element, 'questiontext'), 'text');
  if (name === '' || !text) return;
  const base64 = ownText(child(element, 'image_base64'));
  const place = base64 === '' ? encodeURI(name) : pictures.hold({ name, text: base64 });
  text.text += `<p><img src="${place.replaceAll('"', '')}"></p>`;
}

function decoded(path: string): string {
  const plain = path.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
