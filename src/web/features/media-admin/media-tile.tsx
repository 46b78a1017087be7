import type { MediaFile } from '#contract/administration/media';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import classes from './media-library.module.css';

/** One file of the grid; it opens what is known of it. */
export function MediaTile({ file, onOpen }: { file: MediaFile; onOpen: () => void }) {
  const { name, uses } = file;
  const src = file.video?.poster ?? file.src;
  return (
    <li>
      <button type="button" className={classes.tile} onClick={onOpen}>
        <span className={classes.thumb}>
          {src === '' ? (
            <span className={classes.ending}>{file.ending.toUpperCase()}</span>
          ) : (
            <img src={src} alt="" loading="lazy" width="240" height="180" />
          )}
        </span>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {m.media_facts({ type: file.ending.toUpperCase(), size: sizeText(file.bytes) })}
        </span>
        <span className={classes.facts}>
          {uses.length === 0 ? m.media_unused() : m.media_used_count({ count: uses.length })}
        </span>
      </button>
    </li>
  );
}
