import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useContext, useId } from 'react';
import type { FeaturedLab } from '#contract/courses/labs';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Examples, type MountExample } from '#web/ui/prose/examples.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { featuredLabQuery } from './queries.ts';
import { Section } from './section.tsx';
import classes from './try-code.module.css';

/** Fetches what edits and runs a lab, named by the element of that id. */
export type OpenLab = (lab: FeaturedLab, labelledBy: string) => Promise<MountExample>;

/** A lab of the school to edit and run at once, or an example as lessons have them; nothing where code doesn't run. */
export function TryCode({ openLab }: { openLab: OpenLab }) {
  const lab = useSuspenseQuery(featuredLabQuery(useApi())).data;
  if (useContext(Examples) === null) return null;
  return lab ? <TryLab lab={lab} openLab={openLab} /> : <TryExample />;
}

function TryExample() {
  return (
    <Section title={m.site_try_title()}>
      <div className={classes.sides}>
        <p className={classes.text}>{m.site_try_text()}</p>
        <Prose html={blockOf(m.site_try_code())} runs />
      </div>
    </Section>
  );
}

function TryLab({ lab, openLab }: { lab: FeaturedLab; openLab: OpenLab }) {
  const id = useId();
  const open = useCallback(() => openLab(lab, id), [lab, openLab, id]);
  const { course, files, key, spec, title } = lab;
  return (
    <Section title={m.site_lab_title()}>
      <div className={classes.sides}>
        <div className={classes.text}>
          <h3 id={id} className={classes.name}>
            {title}
          </h3>
          <p>{m.site_lab_text({ course: course.title })}</p>
          <div className={classes.checks}>
            <p>{m.site_lab_checks()}</p>
            <ul>
              {spec.checks.map((check) => (
                <li key={check.id}>{check.name}</li>
              ))}
            </ul>
          </div>
          <TextLink
            to="/courses/$slug"
            params={{ slug: course.slug }}
            search={{ section: key }}
            hash="section"
          >
            {m.site_lab_task()}
          </TextLink>
        </div>
        <Examples value={open}>
          <Prose html={blockOf(Object.values(files)[0] ?? '')} runs />
        </Examples>
      </div>
    </Section>
  );
}

function blockOf(code: string): string {
  const escaped = code.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<pre data-run="js" tabindex="0"><code>${escaped}</code></pre>`;
}
