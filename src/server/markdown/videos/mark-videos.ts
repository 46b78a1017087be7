import type { Element, ElementContent, Root, RootContent } from 'hast';
import { hostedVideo } from '#domain/media/video-address';
import { videoNote, videoTitle } from './video-words.ts';

/** A line of a paragraph, and the video that it names if it names nothing else. */
interface Line {
  readonly content: ElementContent[];
  readonly video: Element | null;
}

/**
 * A line that is only a link to a video on YouTube or Vimeo becomes a paragraph of its own that the browser plays in place
 * (furnish-prose.ts). It stays a link: that's what feeds, and readers without scripts, get.
 */
export function markVideos() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((child): RootContent[] =>
      isParagraph(child) ? splitAtVideos(child) : [child],
    );
    for (const child of tree.children)
      if (child.type === 'element' && child.tagName === 'blockquote')
        child.children = child.children.flatMap((inner): ElementContent[] =>
          isParagraph(inner) ? splitAtVideos(inner) : [inner],
        );
  };
}

function isParagraph(node: RootContent): node is Element {
  return node.type === 'element' && node.tagName === 'p';
}

function splitAtVideos(paragraph: Element): Element[] {
  const lines = linesOf(paragraph.children);
  if (lines.every(({ video }) => video === null)) return [paragraph];
  const done: Element[] = [];
  let words: Line[] = [];
  const endWords = () => {
    const content = words.flatMap((line, index) =>
      index === 0 ? line.content : [lineBreak(), ...line.content],
    );
    if (content.length > 0) done.push({ ...paragraph, children: content });
    words = [];
  };
  for (const line of lines) {
    if (line.video === null) words.push(line);
    else {
      endWords();
      done.push(line.video);
    }
  }
  endWords();
  return done;
}

function linesOf(children: readonly ElementContent[]): Line[] {
  const lines: ElementContent[][] = [[]];
  for (const child of children) {
    if (child.type === 'element' && child.tagName === 'br') lines.push([]);
    else lines.at(-1)?.push(child);
  }
  return lines.map((content) => ({ content, video: videoOf(content) }));
}

function videoOf(line: readonly ElementContent[]): Element | null {
  const [only, ...more] = line.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (only?.type !== 'element' || more.length > 0) return null;
  const { properties, tagName } = only;
  if (tagName === 'img') return paragraphOf(String(properties.src ?? ''), String(properties.alt ?? ''));
  // A picture that leads to a video stays the picture that its author chose.
  const isPicture = only.children.some((child) => child.type === 'element' && child.tagName === 'img');
  return tagName === 'a' && !isPicture ? paragraphOf(String(properties.href ?? ''), textOf(only)) : null;
}

function paragraphOf(href: string, words: string): Element | null {
  const video = hostedVideo(href);
  return (
    video && {
      type: 'element',
      tagName: 'p',
      properties: { dataVideo: video.provider },
      children: [
        {
          type: 'element',
          tagName: 'a',
          properties: { href, dataNote: videoNote(video) },
          children: [{ type: 'text', value: videoTitle(video, words) }],
        },
      ],
    }
  );
}

function lineBreak(): Element {
  return { type: 'element', tagName: 'br', properties: {}, children: [] };
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}
