import type { SignInSettings } from '#server/sign-in-settings';
import type { Clock } from './clock.ts';
import type { SignInProvider, SignInProviders } from './sign-in-provider.ts';

/** The services of the settings. Nothing is asked of them, and their library is not read, before somebody signs in. */
export function openSignIns(settings: readonly SignInSettings[], clock: Clock): SignInProviders {
  return new Map(settings.map((one) => [one.id, lazily(one, clock)]));
}

function lazily(settings: SignInSettings, clock: Clock): SignInProvider {
  let opened: Promise<SignInProvider> | undefined;
  const open = () => {
    opened ??= load(settings, clock);
    return opened;
  };
  return {
    issuer: settings.issuer,
    name: settings.name,
    begin: async (request) => (await open()).begin(request),
    finish: async (answer) => (await open()).finish(answer),
  };
}

async function load(settings: SignInSettings, clock: Clock): Promise<SignInProvider> {
  if (settings.id === 'github') return (await import('./sign-in-github.ts')).githubSignIn(settings);
  return (await import('./sign-in-oidc.ts')).oidcSignIn(settings, clock);
}
