/** Tabs of the profile that notices, emails, and redirects lead to. */
export const SECURITY_PATH = '/profile?tab=security';
export const SUBSCRIPTION_PATH = '/profile?tab=subscription';
