import type { MediaTrack } from '#contract/administration/media';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from './video-fields.module.css';

const KINDS = { captions: m.media_track_captions, chapters: m.media_track_chapters } as const;

export interface VideoValues {
  readonly poster: string | null;
  readonly tracks: readonly MediaTrack[];
}

interface VideoFieldsProps {
  value: VideoValues;
  onChange: (value: VideoValues) => void;
}

/** What goes with a video wherever it plays: the picture before it plays, captions, and chapters. */
export function VideoFields({ onChange, value }: VideoFieldsProps) {
  const { poster, tracks } = value;
  const posterPart = useKeepFocus<HTMLFieldSetElement>();
  const tracksPart = useKeepFocus<HTMLFieldSetElement>();
  const setTrack = (at: number, change: Partial<MediaTrack>) =>
    onChange({
      ...value,
      tracks: tracks.map((each, index) => (index === at ? { ...each, ...change } : each)),
    });
  const add = (address: string) => {
    const hasCaptions = tracks.some(({ kind }) => kind === 'captions');
    const kind = hasCaptions ? 'chapters' : 'captions';
    onChange({
      ...value,
      tracks: [...tracks, { kind, language: language(), label: KINDS[kind](), address }],
    });
  };
  return (
    <div className={classes.fields}>
      <fieldset className={classes.part} {...posterPart}>
        <legend>{m.media_poster()}</legend>
        {poster && <img src={poster} alt="" />}
        <FileSource
          use="text"
          type="pictures"
          label={poster ? m.media_poster_replace() : m.media_poster_choose()}
          onFile={({ address }) => onChange({ ...value, poster: address })}
        >
          {poster && (
            <Button variant="quiet" size="sm" onClick={() => onChange({ ...value, poster: null })}>
              {m.media_cover_remove()}
            </Button>
          )}
        </FileSource>
      </fieldset>
      <fieldset className={classes.part} {...tracksPart}>
        <legend>{m.media_tracks()}</legend>
        <p>{m.media_tracks_help()}</p>
        {tracks.map((track, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a track is known by its row; two may be alike.
          <div key={at} className={classes.track}>
            <SelectField
              label={m.media_track_kind()}
              value={track.kind}
              onChange={({ target }) => setTrack(at, asKind(track, target.value))}
            >
              <option value="captions">{KINDS.captions()}</option>
              <option value="chapters">{KINDS.chapters()}</option>
            </SelectField>
            <TextField
              label={m.media_track_language()}
              value={track.language}
              maxLength={20}
              onChange={({ target }) => setTrack(at, { language: target.value })}
            />
            <TextField
              label={m.media_track_label()}
              value={track.label}
              maxLength={60}
              onChange={({ target }) => setTrack(at, { label: target.value })}
            />
            <Button
              variant="quiet"
              size="sm"
              onClick={() => onChange({ ...value, tracks: tracks.filter((_, index) => index !== at) })}
            >
              {m.media_track_remove({ name: track.label })}
            </Button>
          </div>
        ))}
        <FileSource
          use="file"
          type="captions"
          accept=".vtt"
          label={m.media_track_add()}
          onFile={({ address }) => add(address)}
        />
      </fieldset>
    </div>
  );
}

/** A label that nobody wrote follows the kind. */
function asKind({ kind, label }: MediaTrack, value: string): Partial<MediaTrack> {
  const next = value === 'chapters' ? 'chapters' : 'captions';
  return { kind: next, ...(label === KINDS[kind]() && { label: KINDS[next]() }) };
}
