import type { PreferenceChanges, Preferences } from '#contract/notifications';

type Choice = Preferences['kinds'][number];

/** What was ticked or unticked and is not saved yet. */
export interface PreferenceEdits {
  readonly digest?: boolean;
  readonly kinds: Readonly<Partial<Record<Choice['kind'], Partial<Omit<Choice, 'kind'>>>>>;
}

export const NO_EDITS: PreferenceEdits = { kinds: {} };

/** What the page shows: the edits over what is stored now. */
export function withEdits(stored: Preferences, { digest, kinds }: PreferenceEdits): Preferences {
  return {
    ...stored,
    digest: digest ?? stored.digest,
    kinds: stored.kinds.map((choice) => ({ ...choice, ...kinds[choice.kind] })),
  };
}

/** What is to be saved: only what differs, since the rest may have been changed elsewhere meanwhile, or by the link of an email. */
export function changesOf(stored: Preferences, edits: PreferenceEdits): PreferenceChanges {
  const { digest, kinds } = withEdits(stored, edits);
  return {
    ...(digest !== stored.digest && { digest }),
    kinds: stored.kinds.flatMap(({ email, inApp, kind }) => {
      const wanted = kinds.find((choice) => choice.kind === kind);
      const changed = {
        ...(wanted && wanted.inApp !== inApp && { inApp: wanted.inApp }),
        ...(wanted && wanted.email !== email && { email: wanted.email }),
      };
      return Object.keys(changed).length > 0 ? [{ kind, ...changed }] : [];
    }),
  };
}
