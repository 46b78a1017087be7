import { z } from 'zod';
import { PASSWORD_POLICIES } from '#domain/accounts/password-policy';
import { COLOR } from '#domain/site/own-color';
import { RETENTION_DAYS, type Retained } from '#domain/site/retention';
import { isSchoolName } from '#domain/site/school';
import { ACCENTS, FONT_PAIRS, THEMES } from '#domain/site/theme';
import { LANGUAGES } from '../../messages/languages.js';
import { m } from '../../messages/messages.js';
import { pictureAddress } from '../picture-address.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { alertForm } from './alert-settings.ts';
import { landingForm } from './landing.ts';
import { menusForm } from './menus.ts';
import { paymentSettingsForm } from './payment-settings.ts';
import { planSettingsForm } from './plan-settings.ts';

const line = (most: number) => z.string().trim().max(most, atMostCharacters(most));

/** A picture that was uploaded as a logo. */
const schoolLogo = z.object({
  address: z.string().regex(/^\/school\/[0-9a-f]{32}\.(?:webp|svg)$/),
  width: z.int().positive(),
  height: z.int().positive(),
});
export type SchoolLogo = z.output<typeof schoolLogo>;

/** What the school is called everywhere. Empty: the words of the product. */
export const schoolForm = z.object({
  name: line(60).refine(isSchoolName, says(m.faults_must_be_one_line_of_visible_characters_2)).default(''),
  description: line(300).default(''),
  /** Its own color; empty: the primary color of the theme. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || COLOR.test(value), says(m.faults_must_be_a_color_such_as_0b6e4f))
    .default(''),
  fonts: z.enum(FONT_PAIRS).default('classic'),
  logo: schoolLogo.nullable().default(null),
  /** For the dark theme; null: the same. */
  logoDark: schoolLogo.nullable().default(null),
  /** Whether the name stands beside the logo. */
  nameBesideLogo: z.boolean().default(true),
  /** Whether the footer names the software. */
  poweredBy: z.boolean().default(true),
  /** That of its pages and emails. One that this release lacks reads as the first, so that the school goes on. */
  language: z.enum(LANGUAGES).default(LANGUAGES[0]).catch(LANGUAGES[0]),
});
export type SchoolSettings = z.output<typeof schoolForm>;

/** Head tags of every page (spec section 3). Empty: the words of the school. */
export const seoForm = z.object({
  title: line(60).default(''),
  description: line(300).default(''),
  /** Separated by commas. */
  keywords: line(500).default(''),
  image: pictureAddress.default('/images/og-image.jpg'),
});
export type SeoSettings = z.output<typeof seoForm>;

export const themeForm = z.object({
  theme: z.enum(THEMES).default('system'),
  accent: z.enum(ACCENTS).default('blue'),
});
export type ThemeSettings = z.output<typeof themeForm>;

export const mailForm = z.object({
  master: z.boolean().default(true),
  courseUpdates: z.boolean().default(true),
  signups: z.boolean().default(true),
  subscriptions: z.boolean().default(true),
  marketing: z.boolean().default(false),
});
export type MailSettings = z.output<typeof mailForm>;

export const publishingForm = z.object({
  /** New courses and posts start as drafts where their author does not say otherwise. */
  drafts: z.boolean().default(false),
  /** Learners can review courses, and course pages show their reviews. */
  reviews: z.boolean().default(true),
});
export type PublishingSettings = z.output<typeof publishingForm>;

const keptDays = (name: Retained) =>
  z.literal(RETENTION_DAYS[name], says(m.faults_choose_one_of_the_periods)).default(RETENTION_DAYS[name][0]);

/** For how many days records are kept; 0: forever. */
export const retentionForm = z.object({
  signIns: keptDays('signIns'),
  audit: keptDays('audit'),
  emails: keptDays('emails'),
  notifications: keptDays('notifications'),
  revisions: keptDays('revisions'),
  examFiles: keptDays('examFiles'),
});
export type RetentionSettings = z.output<typeof retentionForm>;

export const securityForm = z.object({
  /** A second factor is demanded of administrators. */
  twoFactor: z.boolean().default(false),
  passwordPolicy: z.enum(PASSWORD_POLICIES).default('medium'),
  /** Minutes without a request after which a session ends. */
  sessionMinutes: z
    .int(says(m.faults_must_be_a_whole_number_of_minutes))
    .min(
      1,
      says(() => m.faults_at_least_minutes({ number: 1 })),
    )
    .max(
      1440,
      says(() => m.faults_at_most_minutes({ number: 1440 })),
    )
    .default(60),
  /** Addresses and CIDR ranges from which administration is open; none: from everywhere. */
  allowedAddresses: z
    .array(z.string().trim().min(1).max(60))
    .max(
      200,
      says(() => m.faults_at_most_lines({ number: 200 })),
    )
    .default([]),
});
export type SecuritySettings = z.output<typeof securityForm>;

/** What is saved with the version it was based on; 0 where nothing has been saved yet. */
const saved = <Form extends z.ZodType>(value: Form) => z.object({ version: z.int(), value });
const based = z.object({ version: z.int().min(0) });
const conflict = <Form extends z.ZodType>(value: Form) =>
  ({ VERSION_CONFLICT: { status: 409, data: z.object({ current: saved(value) }) } }) as const;

export const settings = {
  payments: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/payments', summary: 'Get the payment settings' })
    .output(saved(paymentSettingsForm)),
  savePayments: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/payments', summary: 'Update the payment settings' })
    .errors(conflict(paymentSettingsForm))
    .input(based.extend(paymentSettingsForm.shape))
    .output(saved(paymentSettingsForm)),
  school: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/school', summary: 'Get the school settings' })
    .output(saved(schoolForm)),
  saveSchool: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/school', summary: 'Update the school settings' })
    .errors(conflict(schoolForm))
    .input(based.extend(schoolForm.shape))
    .output(saved(schoolForm)),
  uploadLogo: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/settings/school/logo',
      summary:
        'Upload a logo: PNG, JPEG, WebP, GIF, AVIF, or plain SVG, at most 2 MB; the school settings then name it',
    })
    .errors(failures('UNSUPPORTED_FILE', 'BODY_TOO_LARGE'))
    .input(z.object({ file: z.file() }))
    .output(schoolLogo),
  menus: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/settings/menus',
      summary: 'Get the menus of the header and footer',
    })
    .output(saved(menusForm)),
  saveMenus: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/settings/menus',
      summary: 'Update the menus of the header and footer',
    })
    .errors(conflict(menusForm))
    .input(based.extend(menusForm.shape))
    .output(saved(menusForm)),
  landing: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/settings/landing',
      summary: 'Get the settings of the landing page',
    })
    .output(saved(landingForm)),
  saveLanding: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/settings/landing',
      summary: 'Update the settings of the landing page',
    })
    .errors(conflict(landingForm))
    .input(based.extend(landingForm.shape))
    .output(saved(landingForm)),
  seo: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/settings/seo',
      summary: 'Get the SEO settings',
    })
    .output(saved(seoForm)),
  saveSeo: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/seo', summary: 'Update the SEO settings' })
    .errors(conflict(seoForm))
    .input(based.extend(seoForm.shape))
    .output(saved(seoForm)),
  theme: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/theme', summary: 'Get the theme settings' })
    .output(saved(themeForm)),
  saveTheme: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/theme', summary: 'Update the SEO settings' })
    .errors(conflict(themeForm))
    .input(based.extend(themeForm.shape))
    .output(saved(themeForm)),
  mails: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/notifications', summary: 'Get the notification settings' })
    .output(saved(mailForm)),
  saveMails: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/settings/notifications',
      summary: 'Update the notification settings',
    })
    .errors(conflict(mailForm))
    .input(based.extend(mailForm.shape))
    .output(saved(mailForm)),
  publishing: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/publishing', summary: 'Get the publishing settings' })
    .output(saved(publishingForm)),
  savePublishing: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/publishing', summary: 'Update the publishing settings' })
    .errors(conflict(publishingForm))
    .input(based.extend(publishingForm.shape))
    .output(saved(publishingForm)),
  alerts: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/alerts', summary: 'Get the settings of system alerts' })
    .output(saved(alertForm)),
  saveAlerts: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/alerts', summary: 'Update the settings of system alerts' })
    .errors(conflict(alertForm))
    .input(based.extend(alertForm.shape))
    .output(saved(alertForm)),
  retention: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/retention', summary: 'Get the data retention settings' })
    .output(saved(retentionForm)),
  saveRetention: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/settings/retention',
      summary: 'Update the data retention settings',
    })
    .errors(conflict(retentionForm))
    .input(based.extend(retentionForm.shape))
    .output(saved(retentionForm)),
  plans: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/settings/plans', summary: 'Get the plan settings' })
    .output(saved(planSettingsForm)),
  savePlans: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/plans', summary: 'Update the plan settings' })
    .errors(conflict(planSettingsForm))
    .input(based.extend(planSettingsForm.shape))
    .output(saved(planSettingsForm)),
  security: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/settings/security',
      summary: 'Get the security settings',
    })
    .output(saved(securityForm)),
  saveSecurity: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/admin/settings/security', summary: 'Update the notification settings' })
    .errors({ ...conflict(securityForm), WOULD_LOCK_OUT: { status: 409 } })
    /** `confirmed`: the caller knows that the own address or account will be shut out. */
    .input(based.extend({ ...securityForm.shape, confirmed: z.boolean().default(false) }))
    .output(saved(securityForm)),
};
