const NAME = 'lectern_sidebar';
const SEVEN_DAYS = 604_800;

/** Whether the sidebar is open, from the cookies of a request; open unless it was closed. */
export function isSidebarOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=closed`);
}

/** The cookie that keeps the state for 7 days (spec section 2); the next server render reads it, so nothing jumps. */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open ? 'open' : 'closed'}; Path=/; Max-Age=${SEVEN_DAYS}; SameSite=Lax`;
}
