import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_FILE_MEGABYTES, MAX_LARGE_GIGABYTES } from '#domain/media/limits';
import { hostedVideo } from '#domain/media/video-address';
import { linkAddress } from '#domain/writing/insert-link';
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

/**
 * Uploads a file that learners download or play, and asks what its link or player is called. A video may be on YouTube or
 * Vimeo instead.
 */
export function FileLinkDialog({ as, file, onClose }: FileLinkDialogProps) {
  const said = WORDS[as];
  const [text, setText] = useState<string | null>(null);
  const { cancel, start, upload } = useUpload('file');
  const beginGiven = useEffectEvent(() => file && void start(file));
  useEffect(() => void beginGiven(), []);
  const [picked, setPicked] = useState<UploadedFile | null>(null);
  const stored = picked ?? (upload.state === 'done' ? upload.stored : null);
  const [address, setAddress] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isHosted = as === 'player' && hostedVideo(address) !== null;
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
          if (isHosted) onClose([hostedMarkdown(address, words)]);
          else if (isChosen) insert();
          else setAsked(true);
        }}
      >
        {!isChosen && !isHosted && (
          <DropArea onFiles={add}>
            <FileButton accept={said.accept} autoFocus onFiles={add}>
              {said.choose()}
            </FileButton>
            <span>{said.help({ most: MAX_FILE_MEGABYTES, large: MAX_LARGE_GIGABYTES })}</span>
          </DropArea>
        )}
        {!isChosen && as === 'player' && (
          <TextField
            label={m.media_video_hosted()}
            help={m.media_video_hosted_help()}
            error={isAsked && !isHosted ? m.media_video_hosted_missing() : undefined}
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onBlur={() => setAsked(address.trim() !== '')}
            onKeyDown={submitOnEnter}
          />
        )}
        {!isChosen && !isHosted && <LibraryList type={said.library} onPick={setPicked} />}
        <UploadState upload={upload} onCancel={cancel} onRetry={(again) => void start(again)} />
        {(isChosen || isHosted) && (
          <TextField
            label={said.label()}
            help={isHosted ? m.media_video_hosted_words_help() : said.labelHelp()}
            maxLength={300}
            autoFocus={isChosen}
            value={words}
            error={isChosen && words.trim() === '' ? said.missing() : undefined}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={submitOnEnter}
          />
        )}
        {(isChosen || isHosted) && (
          <DialogActions>
            <Button
              variant="secondary"
              onClick={() => {
                cancel();
                onClose([]);
              }}
            >
              {m.ui_cancel()}
            </Button>
            <Button type="submit" busy={isChosen && !stored}>
              {stored || isHosted ? m.media_insert() : m.media_sending_short()}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** A link on a line of its own, which is played in place. */
function hostedMarkdown(typed: string, words: string): string {
  const address = linkAddress(typed) ?? typed.trim();
  return words.trim() === '' ? address : linkMarkdown(words, address);
}

function titleOf({ name }: Pick<File, 'name'>): string {
  return name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ');
}

/** What is downloaded, of which type and how large: learners see it before they do. */
function linkTextOf({ name, size }: Pick<File, 'name' | 'size'>): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1) return name;
  return m.media_file_link({
    name: name.slice(0, dot),
    type: name.slice(dot + 1).toUpperCase(),
    size: sizeText(size),
  });
}
