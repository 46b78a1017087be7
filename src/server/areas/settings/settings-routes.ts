import { alertForm } from '#contract/administration/alert-settings';
import { storedLanding } from '#contract/administration/landing';
import { menusForm } from '#contract/administration/menus';
import { paymentSettingsForm } from '#contract/administration/payment-settings';
import { planSettingsForm } from '#contract/administration/plan-settings';
import {
  mailForm,
  publishingForm,
  retentionForm,
  schoolForm,
  securityForm,
  seoForm,
  themeForm,
} from '#contract/administration/settings';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getSetting } from './get-setting.ts';
import { saveLanding } from './save-landing.ts';
import { savePayments } from './save-payments.ts';
import { saveSchool } from './save-school.ts';
import { saveSecurity } from './save-security.ts';
import { saveSetting } from './save-setting.ts';
import { uploadLogo } from './upload-logo.ts';

export function settingsRoutes({ settings: os }: Implementer, services: Services): RoutesOf<'settings'> {
  return {
    payments: os.payments.handler(({ context }) =>
      getSetting(services, context.caller, 'payments', paymentSettingsForm),
    ),
    savePayments: os.savePayments.handler(({ context, input }) =>
      savePayments(services, context.caller, input),
    ),
    school: os.school.handler(({ context }) => getSetting(services, context.caller, 'school', schoolForm)),
    saveSchool: os.saveSchool.handler(({ context, input }) => saveSchool(services, context.caller, input)),
    uploadLogo: os.uploadLogo.handler(({ context, input }) => uploadLogo(services, context.caller, input)),
    menus: os.menus.handler(({ context }) => getSetting(services, context.caller, 'menus', menusForm)),
    saveMenus: os.saveMenus.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'menus', form: menusForm, version, value }),
    ),
    landing: os.landing.handler(({ context }) =>
      getSetting(services, context.caller, 'landing', storedLanding),
    ),
    saveLanding: os.saveLanding.handler(({ context, input }) => saveLanding(services, context.caller, input)),
    seo: os.seo.handler(({ context }) => getSetting(services, context.caller, 'seo', seoForm)),
    saveSeo: os.saveSeo.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'seo', form: seoForm, version, value }),
    ),
    theme: os.theme.handler(({ context }) => getSetting(services, context.caller, 'theme', themeForm)),
    saveTheme: os.saveTheme.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'theme', form: themeForm, version, value }),
    ),
    mails: os.mails.handler(({ context }) => getSetting(services, context.caller, 'notifications', mailForm)),
    saveMails: os.saveMails.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'notifications', form: mailForm, version, value }),
    ),
    publishing: os.publishing.handler(({ context }) =>
      getSetting(services, context.caller, 'publishing', publishingForm),
    ),
    savePublishing: os.savePublishing.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'publishing', form: publishingForm, version, value }),
    ),
    alerts: os.alerts.handler(({ context }) => getSetting(services, context.caller, 'alerts', alertForm)),
    saveAlerts: os.saveAlerts.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'alerts', form: alertForm, version, value }),
    ),
    retention: os.retention.handler(({ context }) =>
      getSetting(services, context.caller, 'retention', retentionForm),
    ),
    saveRetention: os.saveRetention.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'retention', form: retentionForm, version, value }),
    ),
    plans: os.plans.handler(({ context }) => getSetting(services, context.caller, 'plans', planSettingsForm)),
    savePlans: os.savePlans.handler(({ context, input: { version, ...value } }) =>
      saveSetting(services, context.caller, { name: 'plans', form: planSettingsForm, version, value }),
    ),
    security: os.security.handler(({ context }) =>
      getSetting(services, context.caller, 'security', securityForm),
    ),
    saveSecurity: os.saveSecurity.handler(({ context, input }) =>
      saveSecurity(services, context.caller, input),
    ),
  };
}
