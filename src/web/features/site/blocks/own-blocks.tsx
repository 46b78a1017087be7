import { useSuspenseQuery } from '@tanstack/react-query';
import type { BlockOf } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { faqQuery } from '../queries.ts';
import { Section } from '../section.tsx';
import classes from './own-blocks.module.css';
import { OwnPicture } from './own-picture.tsx';
import { SHOWN_QUESTIONS } from './shown-questions.ts';

/** The picture beside the headline. */
export function HeroPicture({ alt, picture }: Pick<BlockOf<'hero'>, 'alt' | 'picture'>) {
  return picture && <OwnPicture picture={picture} alt={alt} className={classes.hero} eager />;
}

type OwnKind = 'numbers' | 'quotes' | 'faq' | 'text' | 'picture';

/** A block that only the landing pages of some schools have. */
export function OwnBlock(block: BlockOf<OwnKind>) {
  switch (block.kind) {
    case 'numbers':
      return <Numbers {...block} />;
    case 'quotes':
      return <Quotes {...block} />;
    case 'faq':
      return <Questions {...block} />;
    case 'text':
      return <Text {...block} />;
    case 'picture':
      return <Picture {...block} />;
  }
}

/** What a school says in numbers. */
function Numbers({ numbers }: BlockOf<'numbers'>) {
  return (
    <dl className={classes.numbers}>
      {numbers.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two numbers may be the same.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What others say. */
function Quotes({ quotes, title }: BlockOf<'quotes'>) {
  return (
    <Section title={title || m.site_landing_quotes()} band>
      <div className={classes.quotes}>
        {quotes.map(({ author, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two quotes may be the same.
          <figure key={index}>
            <blockquote>{text}</blockquote>
            <figcaption>{author}</figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

/** The first questions of the FAQ page. */
function Questions({ title }: BlockOf<'faq'>) {
  const items = useSuspenseQuery(faqQuery(useApi())).data;
  if (items.length === 0) return null;
  return (
    <Section title={title || m.site_faq()} aside={<TextLink to="/faq">{m.site_landing_faq_all()}</TextLink>}>
      <div className={classes.questions}>
        {items.slice(0, SHOWN_QUESTIONS).map(({ answer, id, question }) => (
          <details key={id}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

function Text({ html = '', title }: BlockOf<'text'>) {
  const text = <Prose html={html} runs />;
  return title ? <Section title={title}>{text}</Section> : <div className={classes.alone}>{text}</div>;
}

function Picture({ alt, caption, picture }: BlockOf<'picture'>) {
  if (!picture) return null;
  return (
    <figure className={classes.alone}>
      <OwnPicture picture={picture} alt={alt} className={classes.picture} />
      {caption && <figcaption className={classes.caption}>{caption}</figcaption>}
    </figure>
  );
}
