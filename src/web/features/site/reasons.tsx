import type { BlockOf } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { ReasonDrawing } from './reason-drawing.tsx';
import classes from './reasons.module.css';
import { Section } from './section.tsx';

const REASONS = [
  { drawing: 'books', title: m.site_landing_why_courses, text: m.site_landing_why_courses_text },
  { drawing: 'marks', title: m.site_landing_why_progress, text: m.site_landing_why_progress_text },
  { drawing: 'steps', title: m.site_landing_why_plans, text: m.site_landing_why_plans_text },
] as const;

/** 'Why Choose Our Platform': up to three reasons, each with its drawing. */
export function Reasons({ reasons, title }: BlockOf<'reasons'>) {
  return (
    <Section title={title || m.site_landing_why()} band>
      <div className={classes.grid}>
        {REASONS.map(({ drawing, title, text }, at) => {
          const own = reasons?.[0] ? reasons[at] : { title: title(), text: text() };
          return (
            own && (
              <div key={drawing}>
                <ReasonDrawing name={drawing} className={classes.drawing} />
                <h3 className={classes.title}>{own.title}</h3>
                <p className={classes.text}>{own.text}</p>
              </div>
            )
          );
        })}
      </div>
    </Section>
  );
}
