import { certificatePath } from './certificate-path.ts';
import { didOf } from './did.ts';

export interface BadgeFacts {
  readonly id: string;
  readonly kind: 'course' | 'exam';
  readonly name: string;
  readonly title: string;
  readonly courseTitle: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date | null;
  readonly proof: {
    readonly sections: number | null;
    readonly exams: readonly { readonly title: string; readonly percent: number }[];
  };
  readonly statusIndex: number;
}

export interface Issuer {
  readonly publicUrl: string;
  readonly school: string;
}

/** Places in one list of what is revoked: the least that hides who looks for what (W3C Bitstring Status List). */
export const STATUS_LIST_SIZE = 131_072;

/** Address of a list of what is revoked. */
export function statusListAddress(publicUrl: string, list: number): string {
  return `${publicUrl}/api/credentials/status/${list}`;
}

/**
 * A certificate as an OpenBadgeCredential (Open Badges 3.0 over the W3C data model 2.0) with the claims of its JWT. Times
 * are whole seconds, because those of the claims are.
 */
export function openBadge(facts: BadgeFacts, { publicUrl, school }: Issuer): Record<string, unknown> {
  const { expiresAt, id, issuedAt, name, statusIndex, title } = facts;
  const address = `${publicUrl}${certificatePath(id)}`;
  const issuer = didOf(publicUrl);
  const list = statusListAddress(publicUrl, Math.floor(statusIndex / STATUS_LIST_SIZE));
  const place = String(statusIndex % STATUS_LIST_SIZE);
  const holder = `${address}#holder`;
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: title,
    issuer: { id: issuer, type: ['Profile'], name: school, url: publicUrl },
    validFrom: wholeSeconds(issuedAt),
    ...(expiresAt && { validUntil: wholeSeconds(expiresAt) }),
    credentialSubject: {
      id: holder,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: name, identityType: 'name', hashed: false }],
      achievement: achievementOf(facts, address),
      ...(facts.proof.exams.length > 0 && { result: resultsOf(facts, address) }),
    },
    credentialStatus: {
      id: `${list}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: place,
      statusListCredential: list,
    },
    iss: issuer,
    jti: address,
    sub: holder,
    nbf: seconds(issuedAt),
    ...(expiresAt && { exp: seconds(expiresAt) }),
  };
}

function achievementOf({ courseTitle, kind, proof, title }: BadgeFacts, address: string) {
  const isCourse = kind === 'course';
  return {
    id: `${address}#achievement`,
    type: ['Achievement'],
    achievementType: isCourse ? 'CertificateOfCompletion' : 'Assessment',
    name: title,
    description: isCourse ? `Completed the course “${title}”.` : `Passed an exam of “${courseTitle}”.`,
    criteria: {
      narrative: isCourse
        ? `Completed every section of the course: ${proof.sections ?? 0} lessons, labs, and exams.`
        : 'Passed the exam.',
    },
    ...(proof.exams.length > 0 && {
      resultDescription: proof.exams.map((exam, at) => ({
        id: `${address}#exam-${at + 1}`,
        type: ['ResultDescription'],
        name: exam.title,
        resultType: 'Percent',
        valueMin: '0',
        valueMax: '100',
      })),
    }),
  };
}

function resultsOf({ proof }: BadgeFacts, address: string) {
  return proof.exams.map(({ percent }, at) => ({
    type: ['Result'],
    resultDescription: `${address}#exam-${at + 1}`,
    value: String(percent),
  }));
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

function wholeSeconds(instant: Date): string {
  return new Date(seconds(instant) * 1000).toISOString().replace('.000Z', 'Z');
}

/** A list of what is revoked, as a credential of its own. `encodedList` is the compressed bits in base64url after a "u". */
export function statusList(
  { encodedList, list, now }: { list: number; encodedList: string; now: Date },
  { publicUrl }: Issuer,
): Record<string, unknown> {
  const address = statusListAddress(publicUrl, list);
  const issuer = didOf(publicUrl);
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: address,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer,
    validFrom: wholeSeconds(now),
    credentialSubject: {
      id: `${address}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList,
    },
    iss: issuer,
    jti: address,
    sub: `${address}#list`,
    nbf: seconds(now),
  };
}
