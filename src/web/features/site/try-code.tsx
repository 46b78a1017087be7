import { useContext } from 'react';
import { m } from '#web/lib/messages.ts';
import { Examples } from '#web/ui/prose/examples.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { Section } from './section.tsx';
import classes from './try-code.module.css';

/** An example as lessons have them, to edit and run at once; nothing where code doesn't run. */
export function TryCode() {
  if (useContext(Examples) === null) return null;
  return (
    <Section title={m.site_try_title()}>
      <div className={classes.sides}>
        <p className={classes.text}>{m.site_try_text()}</p>
        <Prose html={blockOf(m.site_try_code())} runs />
      </div>
    </Section>
  );
}

function blockOf(code: string): string {
  const escaped = code.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<pre data-run="js" tabindex="0"><code>${escaped}</code></pre>`;
}
