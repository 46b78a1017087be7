import type { MediaFile } from '#contract/administration/media';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './file-dialog.module.css';
import { wordsOf } from './file-words.ts';

/** Where a file is used, with the way there; else when it goes. */
export function FileUses({ file: { deletesAt, uses } }: { file: MediaFile }) {
  if (uses.length === 0)
    return (
      <p className={classes.facts}>{m.media_use_none({ date: deletesAt ? formatDate(deletesAt) : '' })}</p>
    );
  return (
    <section>
      <h3 className={classes.title}>{m.media_uses()}</h3>
      <UseList file={{ uses }} />
      <p className={classes.facts}>{m.media_kept()}</p>
    </section>
  );
}

export function UseList({ file: { uses } }: { file: Pick<MediaFile, 'uses'> }) {
  return (
    <ul className={classes.uses}>
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id}`}>
          <Way use={use} />
        </li>
      ))}
    </ul>
  );
}

function Way({ use }: { use: MediaFile['uses'][number] }) {
  const words = wordsOf(use);
  const id = use.id ?? '';
  if (use.kind === 'course')
    return (
      <TextLink to="/admin/courses/$id" params={{ id }}>
        {words}
      </TextLink>
    );
  if (use.kind === 'post')
    return (
      <TextLink to="/admin/blogs/$id" params={{ id }}>
        {words}
      </TextLink>
    );
  if (use.kind === 'setting')
    return (
      <TextLink to="/admin/settings/$" params={{ _splat: id }}>
        {words}
      </TextLink>
    );
  if (use.kind === 'author')
    return (
      <TextLink to="/admin/users/$id" params={{ id }}>
        {words}
      </TextLink>
    );
  // A page that every school has is named, and not found by an id.
  if (use.kind === 'page' && id.includes('-'))
    return (
      <TextLink to="/admin/settings/$" params={{ _splat: `pages/${id}` }}>
        {words}
      </TextLink>
    );
  return words;
}
