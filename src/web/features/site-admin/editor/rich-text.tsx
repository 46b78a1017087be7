import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { filesIn } from '#web/lib/media/picture-text.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { type InsertedPicture, PictureDialog } from '#web/ui/media/picture-dialog.tsx';
import classes from './editor.module.css';
import { lostShape, meaningOf, tidyHtml } from './html-shape.ts';
import { Picture } from './picture-node.ts';
import { RichToolbar } from './rich-toolbar.tsx';

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, HTMLAttributes: { rel: 'noopener', target: null } },
    // An empty paragraph at the end would be in the page as well.
    trailingNode: false,
  }),
  Picture,
];
const TYPING_MS = 300;
const MAX_NAMES = 8;

interface RichTextProps {
  html: string;
  onWrite: (html: string) => void;
}

/**
 * The page as rich text. It follows the source, and writes it only when it can hold everything that is in it; otherwise it
 * shows what it can, says so, and asks before it simplifies.
 */
export function RichText({ html, onWrite }: RichTextProps) {
  const [lost, setLost] = useState<readonly string[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** Pictures that were dropped or pasted, while they are uploaded; empty: they are chosen then. */
  const [pictures, setPictures] = useState<readonly File[] | null>(null);
  /** The source this editor stands for: what it wrote itself, or what it was last given. */
  const known = useRef<string | null>(null);
  const write = useRef(onWrite);
  write.current = onWrite;
  const take = (files: readonly File[]) => {
    const dropped = files.filter(({ type }) => type.startsWith('image/'));
    if (dropped.length > 0) setPictures(dropped);
    return dropped.length > 0;
  };
  const insert = (chosen: readonly InsertedPicture[]) => {
    setPictures(null);
    const nodes = chosen.map(({ address, ...attributes }) => ({
      type: Picture.name,
      attrs: { src: address, ...attributes },
    }));
    editor.chain().focus().insertContent(nodes).run();
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': m.settings_rich() },
      handlePaste: (_view, { clipboardData }) => take(clipboardData ? filesIn(clipboardData) : []),
      handleDrop: (view, { clientX, clientY, dataTransfer }) => {
        const at = view.posAtCoords({ left: clientX, top: clientY });
        const isTaken = take([...(dataTransfer?.files ?? [])]);
        if (isTaken && at) editor.commands.setTextSelection(at.pos);
        return isTaken;
      },
    },
    onUpdate: (event) => {
      known.current = tidyHtml(event.editor.getHTML());
      write.current(known.current);
    },
  });
  useEffect(() => {
    if (known.current === html) return;
    const take = () => {
      known.current = html;
      editor.commands.setContent(html, { emitUpdate: false });
      const shown = editor.getHTML();
      const isWhole = html.trim() === '' || meaningOf(shown) === meaningOf(html);
      editor.setEditable(isWhole, false);
      setLost(isWhole ? null : lostShape(html, shown));
    };
    const timer = setTimeout(take, known.current === null ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [editor, html]);
  const simplify = () => {
    setAsking(false);
    setLost(null);
    editor.setEditable(true, false);
    known.current = tidyHtml(editor.getHTML());
    onWrite(known.current);
    editor.commands.focus();
    return null;
  };
  const list = lost && lost.length > 0 ? lost.slice(0, MAX_NAMES).join(', ') : m.settings_rich_structure();
  return (
    <div>
      <p className={classes.paneTitle} aria-hidden="true">
        {m.settings_rich()}
      </p>
      <div className={classes.rich} data-locked={lost !== null || undefined}>
        {lost === null ? (
          <RichToolbar editor={editor} onPicture={() => setPictures([])} />
        ) : (
          <div className={classes.locked} role="status">
            <p>{m.settings_rich_locked({ list })}</p>
            <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
              {m.settings_rich_simplify()}
            </Button>
          </div>
        )}
        {/* While it is locked nothing in it takes the focus: then the region itself scrolls by keyboard. */}
        <EditorContent
          editor={editor}
          className={classes.richText}
          {...(lost !== null && { tabIndex: 0, role: 'group', 'aria-label': m.settings_rich() })}
        />
      </div>
      {pictures && <PictureDialog files={pictures} onClose={insert} />}
      <ConfirmDialog
        open={isAsking}
        title={m.settings_rich_simplify_title()}
        text={m.settings_rich_simplify_text({ list })}
        confirm={m.settings_rich_simplify_confirm()}
        onCancel={() => setAsking(false)}
        onConfirm={simplify}
      />
    </div>
  );
}
