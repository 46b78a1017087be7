import type { FaqItem } from '#contract/site';
import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './pricing-questions.module.css';

/** The questions that the school marked for the price list. */
export function PricingQuestions({ items }: { items: readonly FaqItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="plan-questions">
      <h2 id="plan-questions" className={classes.title}>
        {m.plans_questions()}
      </h2>
      {items.map(({ answer, id, question }) => (
        <details key={id} className={classes.item}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p className={classes.all}>
        <TextLink to="/faq">{m.site_landing_faq_all()}</TextLink>
      </p>
    </section>
  );
}
