import type { NamedAuthor } from '#contract/courses/course-shapes';
import { perLanguage } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './byline.module.css';

const list = perLanguage((of) => new Intl.ListFormat(of, { type: 'conjunction' }));

/** Who wrote it: pictures, and names that lead to the pages of their authors. Nothing where nobody is named. */
export function Byline({ authors }: { authors: readonly NamedAuthor[] }) {
  if (authors.length === 0) return null;
  const names = authors.map(({ name }) => name ?? m.authors_former());
  let at = 0;
  return (
    <p className={classes.byline}>
      <span className={classes.pictures}>
        {authors.map(({ avatar, slug }, index) => (
          <Avatar key={slug ?? `${names[index]}${index}`} name={names[index] ?? ''} src={avatar} size={32} />
        ))}
      </span>
      <span>
        <span className="sr-only">{m.authors_written_by()} </span>
        {list()
          .formatToParts(names)
          .map(({ type, value }, part) => {
            if (type === 'literal') return value;
            const slug = authors[at++]?.slug;
            return slug ? (
              <TextLink key={slug} to="/authors/$slug" params={{ slug }} quiet>
                {value}
              </TextLink>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same name.
              <span key={part}>{value}</span>
            );
          })}
      </span>
    </p>
  );
}
