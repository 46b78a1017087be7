import { type ComponentProps, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { playableAs } from '#domain/media/playable';
import { insertBlock, insertText, picturesIn } from '#web/lib/media/picture-text.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { TextAreaField } from '../fields/text-field.tsx';
import { FileLinkDialog } from './file-link-dialog.tsx';
import classes from './picture-dialog.module.css';
import { PictureDialog } from './picture-dialog.tsx';

type Chosen = Omit<ComponentProps<typeof FileLinkDialog>, 'onClose'>;

/** Markdown with pictures and files: buttons, drop and paste open the dialogs that upload them and insert them at the cursor. */
export function PictureTextField({ ref, ...rest }: ComponentProps<typeof TextAreaField>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [link, setLink] = useState<Chosen | null>(null);
  // Nothing can be typed while a dialog is open: it goes first.
  const insertPictures = (pictures: readonly string[]) => {
    flushSync(() => setFiles(null));
    if (field.current && pictures.length > 0) insertBlock(field.current, pictures.join('\n\n'));
  };
  const insertLink = ([first]: readonly string[]) => {
    const as = link?.as;
    flushSync(() => setLink(null));
    if (!field.current || first === undefined) return;
    if (as === 'player') insertBlock(field.current, first);
    else insertText(field.current, first);
  };
  return (
    <>
      <TextAreaField
        {...rest}
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
        aside={
          <span className={classes.tools}>
            <Button variant="secondary" size="sm" onClick={() => setFiles([])}>
              {m.media_picture()}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setLink({ as: 'player' })}>
              {m.media_video()}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setLink({ as: 'link' })}>
              {m.media_file()}
            </Button>
          </span>
        }
        onPaste={(event) => {
          const pictures = picturesIn(event.clipboardData);
          if (pictures.length === 0) return;
          event.preventDefault();
          setFiles(pictures);
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault();
        }}
        onDrop={(event) => {
          const dropped = [...event.dataTransfer.files];
          if (dropped.length === 0) return;
          event.preventDefault();
          if (dropped.some(({ type }) => type.startsWith('image/'))) setFiles(dropped);
          else
            setLink({
              as: dropped.every(({ name }) => playableAs(name)) ? 'player' : 'link',
              file: dropped[0],
            });
        }}
      />
      {files && createPortal(<PictureDialog files={files} onClose={insertPictures} />, document.body)}
      {link && createPortal(<FileLinkDialog {...link} onClose={insertLink} />, document.body)}
    </>
  );
}
