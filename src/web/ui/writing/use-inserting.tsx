import { type ReactNode, type RefObject, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { playableAs } from '#domain/media/playable';
import { changeLanguage, codeBlockAt } from '#domain/writing/code-block';
import { insertBlock } from '#domain/writing/insert-block';
import { insertLink } from '#domain/writing/insert-link';
import { pictureMarkdown } from '#web/lib/media/picture-text.ts';
import { FileLinkDialog } from '../media/file-link-dialog.tsx';
import { type InsertedPicture, PictureDialog } from '../media/picture-dialog.tsx';
import { CodeLanguageDialog } from './dialogs/code-language-dialog.tsx';
import { LinkDialog } from './dialogs/link-dialog.tsx';
import type { WritingSurface } from './surface.ts';
import type { Question } from './writing-tools.ts';

type Asked =
  | { readonly what: 'picture'; readonly files: readonly File[] }
  | { readonly what: 'player' | 'file'; readonly file?: File | undefined }
  | { readonly what: 'link'; readonly words: string; readonly text: string }
  /** The language of the block that the cursor is in; null: a new block. */
  | { readonly what: 'code'; readonly current: string | null };

/** The dialogs that ask what to insert: a link, a code block, or a picture or file that they upload. */
export function useInserting(surface: RefObject<WritingSurface | null>) {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  // Nothing can be typed while a dialog is open: it goes first, and the next one comes afterwards.
  const close = (insert: (into: WritingSurface) => void) => {
    const [, ...rest] = asked;
    flushSync(() => setAsked([]));
    if (surface.current) insert(surface.current);
    if (rest.length > 0) setAsked(rest);
  };
  const block = (markdown: string | undefined) =>
    close((it) => {
      if (!markdown) return it.focus();
      const selected = { ...it.selected() };
      const at = { ...selected, from: selected.to };
      it.apply(insertBlock(at, { before: markdown, words: '', after: '' }));
    });
  const text = (markdown: string | undefined) =>
    close((it) => {
      if (!markdown) return it.focus();
      const { from, to } = it.selected();
      const cursor = from + markdown.length;
      it.apply({ from, to, insert: markdown, select: [cursor, cursor] });
    });
  const link = (chosen: { words: string; address: string } | null) =>
    close((it) => (chosen ? it.apply(insertLink(it.selected(), chosen.words, chosen.address)) : it.focus()));
  const code = (language: string | null) =>
    close((it) => {
      if (language === null) return it.focus();
      const selected = it.selected();
      const around = codeBlockAt(selected);
      const block = { before: `\`\`\`${language}\n`, words: '…', after: '\n```' };
      it.apply(around ? changeLanguage(selected, around, language) : insertBlock(selected, block));
    });
  return {
    ask: (what: Question) => {
      if (what === 'picture') return setAsked([{ what, files: [] }]);
      if (what === 'player' || what === 'file') return setAsked([{ what }]);
      const selected = surface.current?.selected() ?? { from: 0, to: 0, text: '' };
      if (what === 'code') return setAsked([{ what, current: codeBlockAt(selected)?.language ?? null }]);
      const { from, text: all, to } = selected;
      return setAsked([{ what, text: all, words: all.slice(from, to).replace(/\s+/g, ' ').trim() }]);
    },
    takeFiles: (files: readonly File[]) => setAsked(questionsFor(files)),
    dialog: asked[0] && createPortal(dialogOf(asked[0], { block, code, link, text }), document.body),
  };
}

/** One for all pictures, and one for each other file. */
export function questionsFor(files: readonly File[]): Asked[] {
  const isPicture = ({ type }: File) => type.startsWith('image/');
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return [
    ...(pictures.length > 0 ? [{ what: 'picture' as const, files: pictures }] : []),
    ...others.map((file) => ({
      what: playableAs(file.name) ? ('player' as const) : ('file' as const),
      file,
    })),
  ];
}

interface Ends {
  block: (markdown: string | undefined) => void;
  text: (markdown: string | undefined) => void;
  link: (chosen: { words: string; address: string } | null) => void;
  code: (language: string | null) => void;
}

function dialogOf(asked: Asked, { block, code, link, text }: Ends): ReactNode {
  if (asked.what === 'code') return <CodeLanguageDialog current={asked.current} onClose={code} />;
  if (asked.what === 'link') return <LinkDialog words={asked.words} text={asked.text} onClose={link} />;
  if (asked.what === 'picture')
    return <PictureDialog files={asked.files} onClose={(pictures) => block(textOf(pictures))} />;
  if (asked.what === 'player')
    return <FileLinkDialog as="player" file={asked.file} onClose={([first]) => block(first)} />;
  return <FileLinkDialog as="link" file={asked.file} onClose={([first]) => text(first)} />;
}

function textOf(pictures: readonly InsertedPicture[]): string {
  return pictures.map(({ address, alt }) => pictureMarkdown(alt, address)).join('\n\n');
}
