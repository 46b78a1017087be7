import { z } from 'zod';
import { CERTIFICATE_STATES } from '#domain/certificates/certificate-state';
import { m } from '../../messages/messages.js';
import { shareImage } from '../courses/course-shapes.ts';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure, sentFile } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { wholePercent } from './percent.ts';

export const CERTIFICATE_KINDS = ['course', 'exam'] as const;

export const PAPERS = ['a4', 'letter'] as const;

/** What was done for a certificate, as it was when it was issued. */
export const certificateProof = z.object({
  /** Lessons, labs and exams that were done; null for the certificate of one exam. */
  sections: z.int().nullable(),
  exams: z.array(z.object({ title: z.string(), percent: wholePercent })),
});
export type CertificateProof = z.infer<typeof certificateProof>;

const certificate = z.object({
  id: z.uuid(),
  kind: z.enum(CERTIFICATE_KINDS),
  /** Title of the course, or of the exam. */
  title: z.string(),
  courseTitle: z.string(),
  achievedAt: isoTime,
  issuedAt: isoTime,
  expiresAt: isoTime.nullable(),
  state: z.enum(CERTIFICATE_STATES),
});

/** What everyone may see who has its address. */
export const publicCertificate = certificate.extend({
  /** Null when that account is gone, and on one that was reissued under another name. */
  name: z.string().nullable(),
  proof: certificateProof,
  shareImage,
  /** Null when there is no such course any more. */
  courseSlug: z.string().nullable(),
  revokedAt: isoTime.nullable(),
  revokedReason: z.string().nullable(),
  /** The one that took its place. */
  replacedBy: z.uuid().nullable(),
  /** Whether search engines may list it. */
  listed: z.boolean(),
  /** Whether it is the caller's own. */
  own: z.boolean(),
  renewable: z.boolean(),
});
export type PublicCertificate = z.infer<typeof publicCertificate>;

const ownCertificate = certificate.extend({
  /** Null when there is no such course any more. */
  courseId: z.uuid().nullable(),
  renewable: z.boolean(),
});
export type OwnCertificate = z.infer<typeof ownCertificate>;

/** Something that was achieved and has no certificate yet. */
export const dueCertificate = z.object({
  courseId: z.uuid(),
  title: z.string(),
  /** Closed where the tier includes no certificates. */
  access: z.enum(['open', 'tier-required']),
});
export type DueCertificate = z.infer<typeof dueCertificate>;

const adminCertificate = certificate.extend({
  name: z.string().nullable(),
  /** Null when that account is gone. */
  userId: z.uuid().nullable(),
  /** The name of the account at present, where it is another one. */
  presentName: z.string().nullable(),
  revokedReason: z.string().nullable(),
});
export type AdminCertificate = z.infer<typeof adminCertificate>;

export const revocationForm = z.object({
  reason: z.string().trim().min(1, says(m.faults_reason_is_required)).max(500, atMostCharacters(500)),
});

const byId = z.object({ id: z.uuid() });

export const certificates = {
  get: publicProcedure
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/certificates/{id}', summary: 'Get a certificate to verify it' })
    .errors(failures('CERTIFICATE_NOT_FOUND'))
    .input(byId)
    .output(publicCertificate),
  pdf: publicProcedure
    .meta({ scope: 'content:read', limitPerMinute: 20 })
    .route({ method: 'GET', path: '/certificates/{id}/pdf', summary: 'Download a certificate as PDF' })
    .errors(failures('CERTIFICATE_NOT_FOUND', 'CERTIFICATE_CLOSED'))
    .input(byId.extend({ paper: z.enum(PAPERS).default('a4') }))
    .output(sentFile),
  credential: publicProcedure
    .meta({ scope: 'content:read', limitPerMinute: 60 })
    .route({
      method: 'GET',
      path: '/certificates/{id}/credential',
      summary: 'Download a certificate as a signed Open Badges 3.0 credential (JWT)',
    })
    .errors(failures('CERTIFICATE_NOT_FOUND', 'CERTIFICATE_CLOSED'))
    .input(byId)
    .output(sentFile),
  statusList: publicProcedure
    .meta({ scope: 'content:read', limitPerMinute: 120 })
    .route({
      method: 'GET',
      path: '/credentials/status/{list}',
      summary: 'Get the signed revocation status list of credentials (JWT)',
    })
    .errors(failures('CERTIFICATE_NOT_FOUND'))
    .input(z.object({ list: z.coerce.number().int().min(0).max(10_000) }))
    .output(sentFile),
  mine: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({
      method: 'GET',
      path: '/my-certificates',
      summary: "List your certificates and the ones you've earned but not yet claimed",
    })
    .output(z.object({ certificates: z.array(ownCertificate), due: z.array(dueCertificate) })),
  claim: memberProcedure
    .meta({ scope: 'learning:write', support: 'change' })
    .route({
      method: 'POST',
      path: '/my-certificates/claims',
      summary: "Claim the certificates you've earned in a course",
    })
    .errors(failures('CERTIFICATE_NOT_EARNED', 'TIER_REQUIRED'))
    .input(z.object({ courseId: z.uuid() }))
    .output(z.object({ ids: z.array(z.uuid()) })),
  renew: memberProcedure
    .meta({ scope: 'learning:write', support: 'change' })
    .route({
      method: 'POST',
      path: '/certificates/{id}/renewal',
      summary: 'Renew an expiring or expired certificate',
    })
    .errors(
      failures(
        'CERTIFICATE_NOT_FOUND',
        'CERTIFICATE_CLOSED',
        'RENEWAL_TOO_EARLY',
        'CERTIFICATE_NOT_EARNED',
        'TIER_REQUIRED',
      ),
    )
    .input(byId)
    .output(byId),
  setListed: memberProcedure
    .meta({ scope: 'learning:write' })
    .route({
      method: 'PUT',
      path: '/certificates/{id}/listed',
      summary: 'Choose whether search engines can list one of your certificates',
    })
    .errors(failures('CERTIFICATE_NOT_FOUND'))
    .input(byId.extend({ listed: z.boolean() }))
    .output(z.object({ listed: z.boolean() })),
  adminList: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/certificates',
      summary: 'List certificates, most recently issued first',
    })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        state: z.enum(['valid', 'expired', 'revoked']).optional(),
        /** Where the page before ended. */
        after: cursor,
      }),
    )
    .output(z.object({ items: z.array(adminCertificate), next: z.string().nullable() })),
  revoke: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/certificates/{id}/revocation',
      summary: 'Revoke a certificate; the reason is shown to anyone who verifies it',
    })
    .errors(failures('CERTIFICATE_NOT_FOUND', 'CERTIFICATE_CLOSED'))
    .input(revocationForm.extend({ id: z.uuid() }))
    .output(byId),
  reissue: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/certificates/{id}/reissue',
      summary: "Reissue a certificate with its holder's current name; also undoes a revocation",
    })
    .errors(failures('CERTIFICATE_NOT_FOUND', 'CERTIFICATE_CLOSED'))
    .input(byId)
    .output(byId),
};
