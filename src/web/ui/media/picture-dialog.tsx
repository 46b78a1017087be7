import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_PICTURE_MEGABYTES } from '#domain/media/limits';
import { type UploadedFile, useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import { TextAreaField } from '../fields/text-field.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import { LibraryList } from './library-list.tsx';
import classes from './picture-dialog.module.css';
import { submitOnEnter } from './submit-on-enter.ts';
import { UploadState } from './upload-state.tsx';
import { useOnceStored } from './use-once-stored.ts';

export interface InsertedPicture {
  /** What it shows; empty where it is decoration. */
  readonly alt: string;
  readonly address: string;
  readonly width: number | null;
  readonly height: number | null;
}

interface PictureDialogProps {
  /** What was dropped or pasted; empty: it is chosen here. */
  files: readonly File[];
  /** Answers the pictures to insert. */
  onClose: (pictures: readonly InsertedPicture[]) => void;
}

/** Uploads pictures one after the other, or takes one of the library, and asks what each shows. */
export function PictureDialog({ files, onClose }: PictureDialogProps) {
  const [ready, setReady] = useState<readonly InsertedPicture[]>([]);
  const [waiting, setWaiting] = useState(files);
  const [picked, setPicked] = useState<UploadedFile | null>(null);
  const { cancel, start, upload } = useUpload('text');
  const begin = (next: readonly File[]) => {
    setWaiting(next);
    setPicked(null);
    const [first] = next;
    if (first) void start(first);
  };
  const beginGiven = useEffectEvent(() => begin(files));
  useEffect(() => beginGiven(), []);
  const stored = picked ?? (upload.state === 'done' ? upload.stored : null);
  const isChosen = stored !== null || upload.state === 'sending';
  const drop = () => {
    cancel();
    begin(waiting.slice(1));
  };
  const insert = (picture: InsertedPicture) => {
    const next = [...ready, picture];
    const left = picked ? [] : waiting.slice(1);
    if (left.length === 0) return onClose(next);
    setReady(next);
    begin(left);
  };
  return (
    <Dialog open onClose={() => onClose(ready)} title={m.media_insert_title()} size="lg">
      <div className={classes.parts}>
        {!isChosen && (
          <DropArea onFiles={begin}>
            <FileButton variant="primary" multiple autoFocus onFiles={begin}>
              {m.media_choose()}
            </FileButton>
            <span>{m.media_choose_help({ most: MAX_PICTURE_MEGABYTES })}</span>
          </DropArea>
        )}
        <UploadState upload={upload} onCancel={drop} onRetry={(file) => void start(file)} onSkip={drop} />
        {isChosen && (
          <Words
            // Each picture has its own question.
            key={picked?.id ?? waiting.length}
            stored={stored}
            left={waiting.length - 1}
            onInsert={insert}
            onClose={() => {
              cancel();
              onClose(ready);
            }}
          />
        )}
        {!isChosen && <LibraryList type="pictures" onPick={setPicked} />}
      </div>
    </Dialog>
  );
}

interface WordsProps {
  /** Null while it is being sent. */
  stored: UploadedFile | null;
  /** How many come after this one. */
  left: number;
  onInsert: (picture: InsertedPicture) => void;
  onClose: () => void;
}

/** What a picture shows, asked while it is being sent. */
function Words({ left, onClose, onInsert, stored }: WordsProps) {
  const [alt, setAlt] = useState<string | null>(null);
  const [decorative, setDecorative] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const words = alt ?? stored?.alt ?? '';
  const isMissing = !decorative && words.trim() === '';
  const insert = () => {
    if (isMissing) return setIsAsked(true);
    if (!stored) return;
    const { address, height, width } = stored;
    onInsert({ address, alt: decorative ? '' : words, height, width });
  };
  const insertStored = useOnceStored(stored !== null, insert);
  return (
    <form
      className={classes.words}
      onSubmit={(event) => {
        event.preventDefault();
        // The form around the dialog is not saved by it.
        event.stopPropagation();
        if (isMissing) setIsAsked(true);
        else insertStored();
      }}
    >
      <div className={classes.shown}>
        {stored && (
          <img
            src={stored.src}
            alt=""
            width={stored.width ?? undefined}
            height={stored.height ?? undefined}
          />
        )}
      </div>
      <div className={classes.fields}>
        <TextAreaField
          label={m.media_alt()}
          help={m.media_alt_help()}
          rows={3}
          maxLength={500}
          autoFocus
          value={decorative ? '' : words}
          disabled={decorative}
          error={isAsked && isMissing ? m.media_alt_missing() : undefined}
          onChange={({ target }) => setAlt(target.value)}
          onKeyDown={submitOnEnter}
        />
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={decorative}
            onChange={({ target }) => setDecorative(target.checked)}
          />
          <span>{m.media_decorative()}</span>
        </label>
        {left > 0 && <p className={classes.left}>{m.media_left({ count: left })}</p>}
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={!stored}>
          {stored ? m.media_insert() : m.media_sending_short()}
        </Button>
      </DialogActions>
    </form>
  );
}
