import type { SiteInfo } from '#web/lib/site-info.ts';
import classes from './brand.module.css';
import { BrandMark } from './brand-mark.tsx';

interface BrandProps {
  school: Pick<SiteInfo['school'], 'logo' | 'logoDark' | 'name' | 'nameBesideLogo'>;
  /** Of the mark that a school without a logo has. */
  size?: number;
}

/** The logo and the name of the school. */
export function Brand({ school, size = 24 }: BrandProps) {
  const { logo, logoDark, name, nameBesideLogo } = school;
  const alt = nameBesideLogo ? '' : name;
  return (
    <>
      {logo ? <Logo logo={logo} alt={alt} only={logoDark ? classes.byDay : ''} /> : <BrandMark size={size} />}
      {logo && logoDark && <Logo logo={logoDark} alt={alt} only={classes.byNight} />}
      {(nameBesideLogo || !logo) && <span className={classes.name}>{name}</span>}
    </>
  );
}

interface LogoProps {
  logo: NonNullable<SiteInfo['school']['logo']>;
  alt: string;
  only: string | undefined;
}

function Logo({ alt, logo, only }: LogoProps) {
  const { address, height, width } = logo;
  return <img src={address} alt={alt} width={width} height={height} className={`${classes.logo} ${only}`} />;
}
