import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_FILE_MEGABYTES, MAX_LARGE_GIGABYTES } from '#domain/media/limits';
import { linkMarkdown, pictureMarkdown } from '#web/lib/media/picture-text.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { type UploadedFile, useUpload } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import { TextField } from '../fields/text-field.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import { LibraryList } from './library-list.tsx';
import classes from './picture-dialog.module.css';
import { submitOnEnter } from './submit-on-enter.ts';
import { UploadState } from './upload-state.tsx';
import { useOnceStored } from './use-once-stored.ts';

const WORDS = {
  link: {
    title: m.media_file_title,
    choose: m.media_file_choose,
    help: m.media_file_help,
    label: m.media_file_text,
    labelHelp: m.media_file_text_help,
    missing: m.media_file_text_missing,
    accept: '',
    library: 'files',
    wordsOf: linkTextOf,
    markdown: linkMarkdown,
  },
  player: {
    title: m.media_video_title,
    choose: m.media_video_choose,
    help: ({ large }: { large: number }) => m.media_video_help({ most: large }),
    label: m.media_video_words,
    labelHelp: m.media_video_words_help,
    missing: m.media_video_words_missing,
    accept: '.mp4,.webm,.mp3,.m4a,.ogg,.wav',
    library: 'playable',
    wordsOf: titleOf,
    markdown: pictureMarkdown,
  },
} as const;

interface FileLinkDialogProps {
  /** Whether learners download it, or play it where it stands. */
  as: keyof typeof WORDS;
  /** What was dropped; left out: it is chosen here. */
  file?: File | undefined;
  /** Answers what to insert, as Markdown. */
  onClose: (links: readonly string[]) => void;
}

/** Uploads a file that learners download or play, and asks what its link or player is called. */
export function FileLinkDialog({ as, file, onClose }: FileLinkDialogProps) {
  const said = WORDS[as];
  const [text, setText] = useState<string | null>(null);
  const { cancel, start, upload } = useUpload('file');
  const beginGiven = useEffectEvent(() => file && void start(file));
  useEffect(() => void beginGiven(), []);
  const [picked, setPicked] = useState<UploadedFile | null>(null);
  const stored = picked ?? (upload.state === 'done' ? upload.stored : null);
  const isChosen = stored !== null || upload.state === 'sending' || upload.state === 'paused';
  const sent = picked
    ? { name: picked.name, size: picked.bytes }
    : upload.state === 'none'
      ? undefined
      : upload.file;
  const words = text ?? (sent ? said.wordsOf(sent) : '');
  const insert = useOnceStored(stored !== null, () => {
    if (stored && words.trim() !== '') onClose([said.markdown(words, stored.address)]);
  });
  const add = ([first]: readonly File[]) => first && void start(first);
  return (
    <Dialog open onClose={() => onClose([])} title={said.title()}>
      <form
        className={classes.parts}
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the dialog is not saved by it.
          event.stopPropagation();
          insert();
        }}
      >
        {!isChosen && (
          <DropArea onFiles={add}>
            <FileButton accept={said.accept} autoFocus onFiles={add}>
              {said.choose()}
            </FileButton>
            <span>{said.help({ most: MAX_FILE_MEGABYTES, large: MAX_LARGE_GIGABYTES })}</span>
          </DropArea>
        )}
        {!isChosen && <LibraryList type={said.library} onPick={setPicked} />}
        <UploadState upload={upload} onCancel={cancel} onRetry={(again) => void start(again)} />
        {isChosen && (
          <TextField
            label={said.label()}
            help={said.labelHelp()}
            maxLength={300}
            autoFocus
            value={words}
            error={words.trim() === '' ? said.missing() : undefined}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={submitOnEnter}
          />
        )}
        {isChosen && (
          <DialogActions>
            <Button variant="secondary" onClick={() => onClose([])}>
              {m.ui_cancel()}
            </Button>
            <Button type="submit" busy={!stored}>
              {stored ? m.media_insert() : m.media_sending_short()}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

function titleOf({ name }: Pick<File, 'name'>): string {
  return name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ');
}

/** What is downloaded, of which type and how large: learners are told before they do. */
function linkTextOf({ name, size }: Pick<File, 'name' | 'size'>): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1) return name;
  return m.media_file_link({
    name: name.slice(0, dot),
    type: name.slice(dot + 1).toUpperCase(),
    size: sizeText(size),
  });
}
