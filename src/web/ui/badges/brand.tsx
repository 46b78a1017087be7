import type { SiteInfo } from '#web/lib/site-info.ts';
import classes from './brand.module.css';
import { BrandMark } from './brand-mark.tsx';

interface BrandProps {
  school: Pick<SiteInfo['school'], 'logo' | 'logoDark' | 'name' | 'nameBesideLogo'>;
  /** Of the mark that a school without a logo has. */
  size?: number;
}

/** The logo and the name of the school; of two logos the styles show the one of the theme. */
export function Brand({ school, size = 24 }: BrandProps) {
  const { logo, logoDark, name, nameBesideLogo } = school;
  return (
    <>
      {logo ? (
        [logo, logoDark].map(
          (it) =>
            it && (
              <img
                key={it === logo ? 0 : 1}
                src={it.address}
                alt={nameBesideLogo ? '' : name}
                width={it.width}
                height={it.height}
                className={classes.logo}
              />
            ),
        )
      ) : (
        <BrandMark size={size} />
      )}
      {(nameBesideLogo || !logo) && <span className={classes.name}>{name}</span>}
    </>
  );
}
