import { useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useFormContext } from 'react-hook-form';
import type { SchoolSettings } from '#contract/administration/settings';
import { COLOR, type OwnAccent, ownAccent } from '#domain/site/own-color';
import { resolveSchool } from '#domain/site/school';
import { accentOnPaper } from '#domain/site/theme';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Brand } from '#web/ui/badges/brand.tsx';
import classes from './school.module.css';

/** A header, a card, a button, and the head of an email in both themes, while they are typed. */
export function SchoolPreview() {
  const { watch } = useFormContext<SchoolSettings>();
  const { seo, theme } = siteInfo(useQueryClient());
  const school = resolveSchool(watch(), seo);
  const color = school.color.trim().toLowerCase();
  const accent = ownAccent(COLOR.test(color) ? color : accentOnPaper(theme.accent, ''));
  return (
    <section className={classes.previews} aria-label={m.config_school_preview()}>
      <h2>{m.config_school_preview()}</h2>
      <Sample school={school} accent={accent} scheme="light" />
      <Sample school={school} accent={accent} scheme="dark" />
      <div className={classes.mail} style={{ '--fill': accent.light } as CSSProperties}>
        <small>{m.config_school_preview_from({ name: school.name })}</small>
        <strong>{school.name}</strong>
        <span className={classes.button}>{m.config_school_preview_mail()}</span>
      </div>
    </section>
  );
}

interface SampleProps {
  school: SchoolSettings;
  accent: OwnAccent;
  scheme: 'light' | 'dark';
}

function Sample({ accent, scheme, school }: SampleProps) {
  const isDark = scheme === 'dark';
  const logo = isDark ? (school.logoDark ?? school.logo) : school.logo;
  const colors = { '--fill': accent[scheme], '--link': accent.shades[isDark ? 3 : 7] } as CSSProperties;
  return (
    <div className={classes.sample} data-scheme={scheme} data-fonts={school.fonts} style={colors}>
      <div className={classes.head}>
        <Brand school={{ ...school, logo, logoDark: null }} />
        <span className={classes.link}>{m.shell_nav_courses()}</span>
      </div>
      <div className={classes.card}>
        <strong>{m.config_theme_sample()}</strong>
        <p>{school.description || m.shell_tagline()}</p>
        <span className={classes.button}>{m.config_theme_sample_button()}</span>
      </div>
    </div>
  );
}
