import { m } from '#web/lib/messages.ts';
import type { Loading } from '../runner/load-bundle.ts';
import { formatSize } from './format-size.ts';
import classes from './results.module.css';

/** How far the download of a runtime is. */
export function Download({ loading: { loaded, total } }: { loading: Loading }) {
  const isHere = loaded >= total;
  return (
    <div className={classes.download}>
      <p>
        {isHere
          ? m.labs_starting()
          : m.labs_loading({ loaded: formatSize(loaded), total: formatSize(total) })}
      </p>
      <progress
        value={isHere ? undefined : loaded}
        max={Math.max(1, total)}
        aria-label={isHere ? m.labs_starting_label() : m.labs_loading_label()}
      />
    </div>
  );
}
