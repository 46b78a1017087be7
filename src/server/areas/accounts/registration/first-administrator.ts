import { systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { hasAdministrator } from '../administrators-sql.ts';
import { ensureAdministrator } from './ensure-administrator.ts';

const LOCAL = 'admin@localhost';

/** The administrator that the start contract promises. Answers what to print: once, when a password was made up. */
export async function firstAdministrator(services: Services): Promise<string | null> {
  const { adminEmail, adminPassword } = services.config;
  if (adminEmail !== undefined && adminPassword !== undefined) {
    await ensureAdministrator(services, systemCaller, { email: adminEmail, password: adminPassword });
    return null;
  }
  if (await hasAdministrator(services.db.kysely)) return null;
  const { password } = await ensureAdministrator(services, systemCaller, { email: LOCAL });
  if (password === null) return `${LOCAL} is now an administrator and keeps its current password.`;
  return `Log in as administrator (this password is shown only once):\n  email     ${LOCAL}\n  password  ${password}`;
}
