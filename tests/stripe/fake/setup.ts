import { complete } from '../schema/published-shapes.ts';
import { type FakeStore, listOf } from './store.ts';

export function portalConfigurations({ now, settings: { setup } }: FakeStore) {
  const own = setup.portal && {
    id: 'bpc_1',
    object: 'billing_portal.configuration',
    active: true,
    business_profile: {},
    created: now,
    updated: now,
    is_default: true,
    login_page: {},
    features: {
      customer_update: { allowed_updates: ['tax_id'], enabled: true },
      invoice_history: { enabled: setup.portal.showsInvoices },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        cancellation_reason: { enabled: false, options: [] },
        enabled: true,
        mode: setup.portal.cancelMode,
        proration_behavior: 'none',
      },
      subscription_pause: { enabled: false, duration: { interval_options: [], type: 'indefinite' } },
      subscription_update: {
        default_allowed_updates: ['price'],
        enabled: setup.portal.switchesPlans,
        proration_behavior: 'none',
        trial_update_behavior: 'end_trial',
        billing_cycle_anchor: 'unchanged',
        schedule_at_period_end: { conditions: [] },
      },
    },
  };
  return listOf(own ? [complete('portalConfiguration', own)] : [], '/v1/billing_portal/configurations');
}

export function taxSettings({ settings: { setup } }: FakeStore) {
  const isActive = setup.tax === 'active';
  return complete('taxSettings', {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: 'inclusive', tax_code: null },
    head_office: null,
    livemode: false,
    status: setup.tax,
    status_details: isActive ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
  });
}

export function webhookEndpoints({ apiVersion, now, settings: { setup } }: FakeStore) {
  const own = setup.endpoint && {
    id: 'we_1',
    object: 'webhook_endpoint',
    api_version: apiVersion,
    created: now,
    enabled_events: setup.endpoint.events,
    metadata: {},
    status: setup.endpoint.status,
    url: setup.endpoint.url,
  };
  return listOf(own ? [complete('webhookEndpoint', own)] : [], '/v1/webhook_endpoints');
}
