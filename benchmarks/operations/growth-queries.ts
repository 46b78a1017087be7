/** Asked besides the routes alone: what people search for. */
export const SEARCHES = [
  '/admin/users?q=learner',
  '/admin/users?q=learner-5',
  '/admin/users?q=learner-77@',
  '/admin/users?q=le',
  '/admin/users?q=zz',
  '/admin/messages?q=zzz',
  '/admin/reviews?q=zzz',
  '/admin/certificates?q=Learner',
  '/admin/certificates?q=Learner+5',
  '/admin/certificates?q=zzz',
  '/courses?q=da',
  '/courses?q=database',
  '/admin/courses?q=sql',
  '/admin/audit?q=account',
];

/** What routes are asked that answer nothing without. */
export const QUERIES: Readonly<Record<string, string>> = {
  '/admin/billing/invoices.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/billing/payments.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/billing/tax.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/link-targets': 'q=database',
  '/billing/order': 'offerId={offer}',
  '/billing/transfers/terms': 'planId={plan}&interval=year',
};

/** What uploads in pieces speak. */
export const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/admin/media/uploads/{id}': { 'tus-resumable': '1.0.0' },
};
