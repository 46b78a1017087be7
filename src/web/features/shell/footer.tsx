import { Suspense } from 'react';
import { m } from '#web/lib/messages.ts';
import { useSiteInfo } from '#web/lib/site-info.ts';
import { Brand } from '#web/ui/badges/brand.tsx';
import { FOOTER_COLUMNS } from '#web/ui/layout/nav-items.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './footer.module.css';
import { OwnColumns } from './late-menus.ts';

/** Platform, Support, Legal; copyright of the current year; the tagline. */
export function Footer() {
  const { legal, menus, school, year } = useSiteInfo();
  return (
    <footer className={classes.footer} data-no-print>
      <div className={classes.inner}>
        <div className={classes.about}>
          <span className={classes.brand}>
            <Brand school={school} size={20} />
          </span>
          <p className={classes.tagline}>{school.description || m.shell_tagline()}</p>
        </div>
        {menus?.footer ? (
          <Suspense>
            <OwnColumns columns={menus.footer} />
          </Suspense>
        ) : (
          FOOTER_COLUMNS.map(({ title, items }) => (
            <nav key={items[0]?.to} aria-label={title()}>
              <h2 className={classes.title}>{title()}</h2>
              <ul className={classes.list}>
                {items.map(({ to, label }) => (
                  <li key={to}>
                    <TextLink to={to} quiet>
                      {label()}
                    </TextLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))
        )}
      </div>
      {legal && (
        <p className={classes.legal}>
          {legal.map(([to, label]) => (
            <TextLink key={to} to={to}>
              {label}
            </TextLink>
          ))}
        </p>
      )}
      <p className={classes.copyright}>
        {m.shell_copyright({ school: school.name, year })}
        {school.poweredBy && <span>{m.shell_powered_by()}</span>}
      </p>
    </footer>
  );
}
