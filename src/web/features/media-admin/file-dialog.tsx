import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaFile } from '#contract/administration/media';
import { fileKind } from '#domain/media/file-kind';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { changesOf } from './changes-of.ts';
import classes from './file-dialog.module.css';
import { FileUses } from './file-uses.tsx';
import { factsOf } from './file-words.ts';
import { FocusPicker } from './focus-picker.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { VideoFields, type VideoValues } from './video-fields.tsx';
import { VideoSizes } from './video-sizes.tsx';

interface FileDialogProps {
  file: MediaFile;
  /** Whether a server makes smaller sizes of videos. */
  makesSizes: boolean;
  onClose: () => void;
}

/** All that is known of a file: what it is, where it is used, what it shows; replaced, or deleted where nothing uses it. */
export function FileDialog({ file, makesSizes, onClose }: FileDialogProps) {
  const { address, id, name, src, uploadedAt, uploadedBy } = file;
  // As it was opened: what somebody else saves meanwhile is theirs.
  const [before] = useState(() => saidOf(file));
  const [alt, setAlt] = useState(before.alt);
  const [tags, setTags] = useState<string[]>(before.tags);
  const [focus, setFocus] = useState(before.focus);
  const [video, setVideo] = useState<VideoValues>({ poster: before.poster, tracks: before.tracks });
  const isVideo = fileKind(file.ending) === 'video';
  const [isReplacing, setIsReplacing] = useState(false);
  // Covers alone are cropped; a drawing is drawn for its frame.
  const isCropped = file.kind === 'cover' && file.ending !== 'svg' && src !== '';
  const [busy, setBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const changing = useChanging(file, onClose);
  const { poster, tracks } = video;
  const changes = changesOf(before, { alt, tags, focus, poster, tracks: [...tracks] });
  const isChanged = Object.keys(changes).length > 0;
  const leave = () => (isChanged ? setIsLeaving(true) : onClose());
  const save = async () => {
    setBusy(true);
    await changing.save(changes);
    setBusy(false);
  };
  const date = formatDate(uploadedAt);
  return (
    <>
      <Dialog open onClose={leave} title={name} size="lg">
        {/* What is changed while it is saved would go with the dialog. */}
        <div className={classes.file} inert={busy}>
          {file.video && (
            // biome-ignore lint/a11y/useMediaCaption: captions belong to the place that shows the video.
            <video className={classes.video} controls preload="metadata" src={address} aria-label={name} />
          )}
          {isCropped && (
            <FocusPicker
              src={address}
              width={file.width ?? 16}
              height={file.height ?? 9}
              focus={focus}
              onChange={setFocus}
            />
          )}
          {src !== '' && !isCropped && (
            <div className={classes.shown}>
              <img
                src={src}
                alt={file.alt}
                width={file.width ?? undefined}
                height={file.height ?? undefined}
              />
            </div>
          )}
          <div className={classes.words}>
            <p className={classes.facts}>{factsOf(file)}</p>
            <p className={classes.facts}>
              {uploadedBy ? m.media_uploaded_by({ name: uploadedBy, date }) : m.media_uploaded_at({ date })}
            </p>
            <FileUses file={file} />
            {src !== '' && (
              <TextAreaField
                label={m.media_alt_default()}
                help={m.media_alt_default_help()}
                rows={3}
                maxLength={500}
                value={alt}
                onChange={({ target }) => setAlt(target.value)}
              />
            )}
            <VideoSizes file={file} makesSizes={makesSizes} />
            {isVideo && <VideoFields value={video} onChange={setVideo} />}
            <TagInput label={m.media_tags()} help={m.media_tags_help()} value={tags} onChange={setTags} />
          </div>
        </div>
        <DialogActions>
          {file.uses.length === 0 && (
            <Button variant="danger" onClick={() => setIsAsked(true)}>
              {m.ui_delete()}
            </Button>
          )}
          <Button
            variant="secondary"
            onClick={() => copyText(address).then(() => toast({ title: m.media_copied() }), toastFailure)}
          >
            {m.media_copy()}
          </Button>
          {file.uses.length > 0 && (
            <Button variant="secondary" onClick={() => setIsReplacing(true)}>
              {m.media_replace()}
            </Button>
          )}
          <Button busy={busy} onClick={save}>
            {busy ? m.auth_saving() : m.media_save()}
          </Button>
        </DialogActions>
      </Dialog>
      {isReplacing && (
        <ReplaceDialog
          file={file}
          onClose={() => setIsReplacing(false)}
          onReplaced={() => {
            setIsReplacing(false);
            if (!isChanged) onClose();
          }}
        />
      )}
      <ConfirmDialog
        key={id}
        open={isAsked}
        text={m.media_delete_text({ name })}
        onCancel={() => setIsAsked(false)}
        onConfirm={changing.remove}
      />
      <ConfirmDialog
        open={isLeaving}
        title={m.ui_leave_title()}
        text={m.ui_leave_text()}
        confirm={m.ui_leave()}
        onCancel={() => setIsLeaving(false)}
        onConfirm={() => {
          onClose();
          return null;
        }}
      />
      <LeaveGuard dirty={() => isChanged} />
    </>
  );
}

const saidOf = ({ alt, focus, tags, tracks, video }: MediaFile) => ({
  alt,
  tags,
  focus,
  poster: video?.poster ?? null,
  tracks,
});

function useChanging({ id }: MediaFile, onClose: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'media'] });
  const restore = async () => {
    try {
      await api.media.restore({ id });
      toast({ title: m.media_restored() });
    } catch (error) {
      toastFailure(error);
    }
    await refresh();
  };
  return {
    save: async (said: Omit<Parameters<typeof api.media.update>[0], 'id'>) => {
      try {
        await api.media.update({ id, ...said });
        toast({ title: m.media_saved() });
        onClose();
      } catch (error) {
        toastFailure(error);
      }
      await refresh();
    },
    remove: async () => {
      try {
        await api.media.remove({ id });
        toast({ title: m.media_deleted(), action: { label: m.admin_undo(), run: () => void restore() } });
        onClose();
      } catch (error) {
        toastFailure(error);
      }
      await refresh();
    },
  };
}
