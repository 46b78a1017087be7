import { useQuery } from '@tanstack/react-query';
import type { LandingSettings } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { faqQuery } from '../queries.ts';
import { Section } from '../section.tsx';
import classes from './own-blocks.module.css';

/** What a school says in numbers. */
export function Numbers({ numbers }: Pick<LandingSettings, 'numbers'>) {
  if (numbers.length === 0) return null;
  return (
    <dl className={classes.numbers}>
      {numbers.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What others say, and the most asked questions. */
export function OwnEnd({ faq, quotes }: Pick<LandingSettings, 'faq' | 'quotes'>) {
  return (
    <>
      {quotes.length > 0 && (
        <Section title={m.site_landing_quotes()} band>
          <div className={classes.quotes}>
            {quotes.map(({ author, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places.
              <figure key={index}>
                <blockquote>{text}</blockquote>
                <figcaption>{author}</figcaption>
              </figure>
            ))}
          </div>
        </Section>
      )}
      {faq && <Questions />}
    </>
  );
}

function Questions() {
  const items = useQuery(faqQuery(useApi())).data ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={m.site_faq()} aside={<TextLink to="/faq">{m.site_landing_faq_all()}</TextLink>}>
      <div className={classes.questions}>
        {items.slice(0, 6).map(({ answer, id, question }) => (
          <details key={id}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
