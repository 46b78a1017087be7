import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { User } from '#contract/accounts/accounts';
import type { MenuSettings } from '#contract/administration/menus';
import type { SchoolSettings, SeoSettings, ThemeSettings } from '#contract/administration/settings';
import type { Version } from '#contract/site';
import type { PasswordPolicy } from '#domain/accounts/password-policy';
import type { Tier } from '#domain/tiers';
import type { InProcessApi } from '../api.ts';
import { openLabFiles } from './lab-files.ts';
import { type StaticFiles, scanStaticFiles } from './static-files.ts';

/** What a page is drawn from; the server entry of the web app takes exactly this. */
export interface PageFacts {
  readonly api: InProcessApi;
  /** What every script that the renderer makes carries, and nothing that comes from stored content. */
  readonly nonce: string;
  readonly session: { readonly user: User | null };
  readonly site: Version & {
    readonly publicUrl: string;
    readonly school: SchoolSettings;
    readonly icon?: string;
    readonly legal?: readonly (readonly [to: string, label: string])[];
    readonly menus?: MenuSettings;
    readonly ownLanding?: true;
    readonly seo: SeoSettings;
    readonly theme: ThemeSettings;
    readonly passwordPolicy: PasswordPolicy | null;
    readonly twoFactorForAdministrators: boolean;
    readonly sendsMail: boolean;
    readonly takesPayments?: true;
    readonly sellsPlans?: true;
    readonly hasSoldPlans?: true;
    readonly plansGiven?: true;
    readonly labs?: 'browser-only' | 'off';
    readonly tierNames: Partial<Record<Tier, string>>;
    readonly signIns: readonly { readonly id: string; readonly name: string }[];
  };
  readonly onError: (error: unknown) => void;
}

/** The web app: draws pages and names its files. */
export interface WebApp {
  render(request: Request, facts: PageFacts): Promise<Response>;
  readonly files: StaticFiles;
  /** What labs need in browsers; left out where there is none. */
  readonly labFiles?: () => Promise<StaticFiles>;
}

interface ServerEntry {
  render(request: Request, facts: PageFacts & { manifest: unknown }): Promise<Response>;
}

/** The built web app. Its code is loaded when the first page is asked for, or by `warm`. */
export async function loadWebApp(build: string): Promise<WebApp & { warm(): Promise<unknown> }> {
  const files = scanStaticFiles(join(build, 'client'));
  const manifest: unknown = JSON.parse(
    await readFile(join(build, 'client', '.vite', 'manifest.json'), 'utf8'),
  );
  let entry: Promise<ServerEntry> | undefined;
  const load = () => {
    entry ??= import(pathToFileURL(join(build, 'server', 'entry-server.js')).href) as Promise<ServerEntry>;
    return entry;
  };
  return {
    files,
    labFiles: openLabFiles(build),
    warm: load,
    render: async (request, facts) => (await load()).render(request, { ...facts, manifest }),
  };
}
