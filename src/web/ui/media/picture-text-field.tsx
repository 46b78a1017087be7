import { type ComponentProps, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { insertBlock, picturesIn } from '#web/lib/media/picture-text.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { TextAreaField } from '../fields/text-field.tsx';
import { PictureDialog } from './picture-dialog.tsx';

/** Markdown with pictures: a button, drop and paste open the dialog that uploads them and inserts them at the cursor. */
export function PictureTextField({ ref, ...rest }: ComponentProps<typeof TextAreaField>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const insert = (pictures: readonly string[]) => {
    // Nothing can be typed while the dialog is open.
    flushSync(() => setFiles(null));
    if (field.current && pictures.length > 0) insertBlock(field.current, pictures.join('\n\n'));
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
          <Button variant="secondary" size="sm" onClick={() => setFiles([])}>
            {m.media_picture()}
          </Button>
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
          setFiles(dropped);
        }}
      />
      {files && createPortal(<PictureDialog files={files} onClose={insert} />, document.body)}
    </>
  );
}
