import { createHash } from 'node:crypto';
import { type BankSettings, bankSettingsShape } from '#contract/administration/bank-settings';
import { type StoredLanding, storedLanding } from '#contract/administration/landing';
import { type LegalSettings, legalForm } from '#contract/administration/legal-settings';
import { type MenuSettings, menusForm } from '#contract/administration/menus';
import { type PlanSettings, planSettingsForm } from '#contract/administration/plan-settings';
import {
  type MailSettings,
  mailForm,
  type PublishingSettings,
  publishingForm,
  type RetentionSettings,
  retentionForm,
  type SchoolSettings,
  type SecuritySettings,
  type SeoSettings,
  schoolForm,
  securityForm,
  seoForm,
  type ThemeSettings,
  themeForm,
} from '#contract/administration/settings';
import { customPageSlug } from '#domain/site/custom-page-path';
import { landingHeadline } from '#domain/site/landing/landing-blocks';
import { openLinks } from '#domain/site/menus';
import { planNames } from '#domain/site/plan-names';
import { PRODUCT, resolveSchool } from '#domain/site/school';
import { accentOnPaper } from '#domain/site/theme';
import type { Tier } from '#domain/tiers';
import type { Db, Reader } from '#server/db/client';
import { selectPublicPages, selectSettings } from './db/settings-sql.ts';

export interface SiteSettings {
  /** With the name and description that it really goes by. */
  readonly school: SchoolSettings;
  /** Changes with all that the icon and the shared picture of the school are made of; empty for that of the product. */
  readonly iconVersion: string;
  /** With the links that lead somewhere for everyone; the settings page of the menus reads them as they were saved. */
  readonly menus: MenuSettings;
  /** Null until it was saved. */
  readonly landing: StoredLanding | null;
  readonly seo: SeoSettings;
  readonly theme: ThemeSettings;
  readonly notifications: MailSettings;
  readonly plans: PlanSettings;
  readonly publishing: PublishingSettings;
  readonly retention: RetentionSettings;
  readonly legal: LegalSettings;
  readonly bank: BankSettings;
  /** Whether a plan was ever ordered by bank transfer, or such an invoice noted. */
  readonly soldByTransfer: boolean;
  /** Whether anybody ever went to the payment provider's checkout, outside of its test mode. */
  readonly soldByCard: boolean;
  /** Null until an administrator has saved the page: then nothing of it is in force. */
  readonly security: SecuritySettings | null;
  /** What tiers are called by their plans. */
  readonly tierNames: Partial<Record<Tier, string>>;
}

/** What every mail shows of a school. */
export function mailLook({ school, theme, tierNames }: SiteSettings) {
  return { school: school.name, tierNames, accent: accentOnPaper(theme.accent, school.color) };
}

/** The settings, and names of plans, that every request may need, kept in memory until they change. */
export interface SettingsStore {
  current(): Promise<SiteSettings>;
  /** Of the school, as far as it is known: messages are made at once. */
  language(): string;
  /** They changed, here or in another process: read them again. */
  forget(): void;
}

const DEFAULT_IMAGE = seoForm.parse({}).image;
const NAMES = [
  'school',
  'menus',
  'landing',
  'seo',
  'theme',
  'notifications',
  'plans',
  'publishing',
  'retention',
  'security',
  'legal',
  'bank',
];

/** `hearsChanges`: whether changes by other processes reach `forget` at the moment; if not, nothing is kept. */
export function settingsStore(db: Db, hearsChanges: () => boolean = () => true): SettingsStore {
  let kept: Promise<SiteSettings> | null = null;
  let known: SiteSettings | null = null;
  let spoken = schoolForm.parse({}).language;
  return {
    async current() {
      if (known && hearsChanges()) return known;
      const reader = db.reader();
      // A transaction waits for no other connection, and what it changed itself is nobody else's yet.
      if (reader !== db.kysely) return read(reader);
      if (kept && hearsChanges()) return kept;
      const reading: Promise<SiteSettings> = read(reader).then((settings) => {
        spoken = settings.school.language;
        if (kept === reading) known = settings;
        return settings;
      });
      kept = reading;
      // A failed reading is not kept, or every request after it would fail.
      reading.catch(() => {
        if (kept === reading) kept = null;
      });
      return reading;
    },
    forget() {
      kept = null;
      known = null;
    },
    language: () => spoken,
  };
}

async function read(db: Reader): Promise<SiteSettings> {
  const { plans, rows, soldByCard, soldByTransfer } = await selectSettings(db, NAMES);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const security = values.get('security');
  const seo = seoForm.parse(values.get('seo') ?? {});
  const school = resolveSchool(schoolForm.parse(values.get('school') ?? {}), seo);
  const theme = themeForm.parse(values.get('theme') ?? {});
  const landing = values.has('landing') ? storedLanding.parse(values.get('landing')) : null;
  const icon = iconVersion(school, theme, landing);
  return {
    school,
    iconVersion: icon,
    menus: await openMenus(db, menusForm.parse(values.get('menus') ?? {})),
    landing,
    // The picture that comes with the product says its name.
    seo: icon && seo.image === DEFAULT_IMAGE ? { ...seo, image: `/share.png?v=${icon}` } : seo,
    theme,
    notifications: mailForm.parse(values.get('notifications') ?? {}),
    plans: planSettingsForm.parse(values.get('plans') ?? {}),
    publishing: publishingForm.parse(values.get('publishing') ?? {}),
    retention: retentionForm.parse(values.get('retention') ?? {}),
    bank: bankSettingsShape.parse(values.get('bank') ?? {}),
    soldByTransfer,
    soldByCard,
    legal: legalForm.parse(values.get('legal') ?? {}),
    security: security === undefined ? null : securityForm.parse(security),
    tierNames: planNames(plans),
  };
}

/** Menus as readers get them. Most schools link to no page of their own there, and nothing is asked. */
async function openMenus(db: Reader, { footer, header }: MenuSettings): Promise<MenuSettings> {
  const all = [header ?? [], ...(footer ?? []).map(({ links }) => links)].flat();
  if (all.every(({ to }) => customPageSlug(to) === null)) return { header, footer };
  const pages = await selectPublicPages(db);
  return {
    header: header && openLinks(header, pages),
    footer: footer?.map((column) => ({ ...column, links: openLinks(column.links, pages) })) ?? null,
  };
}

function iconVersion(
  { color, logo, name }: SchoolSettings,
  { accent }: ThemeSettings,
  landing: StoredLanding | null,
): string {
  if (name === PRODUCT && color === '' && logo === null) return '';
  const parts = JSON.stringify([
    name,
    color || accent,
    logo?.address,
    landing && landingHeadline(landing.blocks),
  ]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 8);
}
