import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { claimCertificates } from './claim-certificates.ts';
import { getCredential } from './credentials/get-credential.ts';
import { getStatusList } from './credentials/get-status-list.ts';
import { getCertificate } from './get-certificate.ts';
import { listCertificates } from './list-certificates.ts';
import { listMyCertificates } from './list-my-certificates.ts';
import { getCertificatePdf } from './pdf/get-certificate-pdf.ts';
import { reissueCertificate } from './reissue-certificate.ts';
import { renewCertificate } from './renew-certificate.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { setCertificateListed } from './set-certificate-listed.ts';

export function certificatesRoutes(
  { certificates: os }: Implementer,
  services: Services,
): RoutesOf<'certificates'> {
  return {
    get: os.get.handler(({ context, input }) => getCertificate(services, context.caller, input)),
    pdf: os.pdf.handler(({ context, input }) => getCertificatePdf(services, input, context)),
    credential: os.credential.handler(({ context, input }) => getCredential(services, input, context)),
    statusList: os.statusList.handler(({ context, input }) => getStatusList(services, input, context)),
    mine: os.mine.handler(({ context }) =>
      fromReplica(services, (reading) => listMyCertificates(reading, context.caller)),
    ),
    claim: os.claim.handler(({ context, input }) => claimCertificates(services, context.caller, input)),
    renew: os.renew.handler(({ context, input }) => renewCertificate(services, context.caller, input)),
    setListed: os.setListed.handler(({ context, input }) =>
      setCertificateListed(services, context.caller, input),
    ),
    adminList: os.adminList.handler(({ context, input }) =>
      fromReplica(services, (reading) => listCertificates(reading, context.caller, input)),
    ),
    revoke: os.revoke.handler(({ context, input }) => revokeCertificate(services, context.caller, input)),
    reissue: os.reissue.handler(({ context, input }) => reissueCertificate(services, context.caller, input)),
  };
}
