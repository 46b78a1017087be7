import type { Config } from '#server/config';
import { systemClock } from '#server/platform/clock';
import { openSignIns } from '#server/platform/open-sign-ins';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Asks each service that people may sign in for what it publishes about itself; signs nobody in. */
export async function checkSignIns({ publicUrl, signIns }: Config): Promise<Finding[]> {
  const services = [...openSignIns(signIns, systemClock)];
  return Promise.all(
    services.map(async ([id, service]) => {
      const redirectUri = `${publicUrl}/sign-in/${id}`;
      const nothing = { state: '-', nonce: '-', verifier: '-'.repeat(43), again: false };
      try {
        await service.begin({ redirectUri, ...nothing });
        return ok(`sign-in: ${service.name} is set up; add ${redirectUri} to its allowed redirect URLs`);
      } catch (error) {
        return fault(
          `sign-in: ${service.name} at ${service.issuer}: ${reasonOf(error)}`,
          'check OIDC_ISSUER and the firewall; Lectern still starts, and retries when someone logs in with it',
        );
      }
    }),
  );
}
