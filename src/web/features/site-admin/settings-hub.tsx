import { m } from '#web/lib/messages.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SETTINGS_GROUPS, type SettingsLink } from '#web/ui/layout/settings-links.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './settings-hub.module.css';

/** The way to each page editor, each part of the configuration and the documentation (spec section 2). */
export function SettingsHub() {
  return (
    <>
      <PageHeader title={m.settings_title()} lead={m.settings_lead()} />
      {SETTINGS_GROUPS.map(({ id, links, title }) => (
        <section key={id} className={classes.group} aria-labelledby={`group-${id}`}>
          <h2 id={`group-${id}`} className={classes.title}>
            {title()}
          </h2>
          <ul className={classes.cards}>
            {links.map((link) => (
              <Card key={link.to} link={link} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Card({ link: { icon, label, text, to } }: { link: SettingsLink }) {
  return (
    <li className={classes.card}>
      <svg
        className={classes.icon}
        width="24"
        height="24"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={icon} />
      </svg>
      <div>
        <TextLink to={to} quiet className={classes.link}>
          {label()}
        </TextLink>
        <p className={classes.text}>{text()}</p>
      </div>
    </li>
  );
}
