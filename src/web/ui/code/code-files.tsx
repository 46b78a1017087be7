import type { LabFiles } from '#domain/labs/lab-spec';
import classes from './code-files.module.css';

/** Files to be read, one below the other. */
export function CodeFiles({ files }: { files: LabFiles }) {
  return Object.entries(files).map(([path, text]) => (
    <figure key={path} className={classes.file}>
      <figcaption>
        <bdi dir="ltr">{path}</bdi>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} dir="ltr">
        {text}
      </pre>
    </figure>
  ));
}
