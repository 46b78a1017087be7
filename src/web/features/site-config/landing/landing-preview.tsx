import { useFormContext } from 'react-hook-form';
import type { LandingSettings } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { buttonLook } from '#web/ui/button.tsx';
import configClasses from '../config.module.css';
import classes from './landing.module.css';

/** The head of the landing page, while it is typed. */
export function LandingPreview() {
  const { watch } = useFormContext<LandingSettings>();
  const { button, text, title } = watch();
  return (
    <section className={configClasses.previews} aria-label={m.config_school_preview()}>
      <h2>{m.config_school_preview()}</h2>
      <div className={classes.preview}>
        <strong>{title || m.config_landing_headline_default()}</strong>
        <p>{text || m.config_landing_text_default()}</p>
        <span {...buttonLook({})}>{button || m.config_landing_button_default()}</span>
      </div>
    </section>
  );
}
