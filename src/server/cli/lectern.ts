import { join } from 'node:path';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import type { FolderReports } from '#server/areas/folders/importing/import-folders';
import { administratorEmail, type Config, parseConfig } from '#server/config';
import { commandLineCaller } from '#server/db/audit';
import { ERROR_MESSAGE } from '#server/error-message';
import { Failure } from '#server/failure';
import type { Finding } from './checks/finding.ts';
import { examine } from './doctor.ts';
import { withServices } from './open-services.ts';

interface Command {
  readonly usage: string;
  readonly about: string;
  readonly arguments: number;
  /** This many more may follow. */
  readonly more?: number;
  /** Words such as --force that may stand anywhere; they come after the arguments, as they are. */
  readonly options?: readonly string[];
  /** Words such as --identity that the word after them belongs to; they come as --identity=WORD. */
  readonly valued?: readonly string[];
  /** Answers the exit code. */
  readonly run: (config: Config, ...args: string[]) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  doctor: {
    usage: 'doctor',
    about: 'check everything Lectern needs and show how to fix problems',
    arguments: 0,
    run: doctor,
  },
  migrate: {
    usage: 'migrate',
    about: 'update the database for this version, which otherwise happens when Lectern starts',
    arguments: 0,
    run: async (config) => (await import('./migrate.ts')).migrateDatabase(config),
  },
  'carry-over': {
    usage: 'carry-over FOLDER',
    about:
      'move the embedded database of an older PostgreSQL to the one of this version; FOLDER has bin/postgres of the older one',
    arguments: 1,
    run: async (config, folder = '') => (await import('./carry-over.ts')).carryDatabaseOver(config, folder),
  },
  'upgrade-check': {
    usage: 'upgrade-check',
    about: 'show what starting this version would change in the database, and whether you can go back',
    arguments: 0,
    run: upgradeCheck,
  },
  admin: {
    usage: 'admin EMAIL',
    about: 'make this person an administrator; creates the account if needed',
    arguments: 1,
    run: admin,
  },
  import: {
    usage: 'import DIR [--force]',
    about:
      'import a course folder, or every course folder and question bank in DIR; --force also replaces what was edited here; --from-markdown DIR [OUT] only writes a course folder from Markdown pages',
    arguments: 1,
    more: 1,
    options: ['--force', '--from-markdown'],
    run: async (config, ...words) => {
      const [directory = '', target] = words.filter((word) => !word.startsWith('--'));
      if (words.includes('--from-markdown')) return convertMarkdown(directory, target);
      return target === undefined
        ? importCourses(config, directory, words.includes('--force'))
        : sayUsage(COMMANDS.import);
    },
  },
  export: {
    usage: 'export SLUG DIR',
    about: 'export a course as a folder that can be imported again',
    arguments: 2,
    run: exportCourses,
  },
  'export-bank': {
    usage: 'export-bank SLUG DIR',
    about: 'export a question bank as a file that can be imported again',
    arguments: 2,
    run: exportQuestionBank,
  },
  backup: {
    usage: 'backup [FILE]',
    about:
      'back up the whole school to one file, even while it runs; --force overwrites FILE, --encrypt asks for a passphrase, --recipient age1… encrypts for an age key; without FILE as BACKUP_TO says',
    arguments: 0,
    more: 1,
    options: ['--force', '--encrypt'],
    valued: ['--recipient'],
    run: async (config, ...words) => {
      const [file] = words.filter((word) => !word.startsWith('--'));
      if (file === undefined && words.length > 0) return sayUsage(COMMANDS.backup);
      return (await import('./backup.ts')).backup(config, file, {
        replaces: words.includes('--force'),
        encrypts: words.includes('--encrypt'),
        recipients: valuesOf(words, '--recipient'),
      });
    },
  },
  backups: {
    usage: 'backups',
    about: 'list the backups in the folder or bucket of BACKUP_TO, and those made before upgrades',
    arguments: 0,
    run: async (config) => (await import('./list-backups.ts')).sayBackups(config),
  },
  restore: {
    usage: 'restore FILE|NAME|latest',
    about:
      'restore a backup into an empty school, a file or one that backups lists; --replace deletes existing data first, --identity FILE decrypts it',
    arguments: 1,
    options: ['--replace'],
    valued: ['--identity'],
    run: async (config, file = '', ...options) =>
      (await import('./restore.ts')).restore(config, file, {
        replaces: options.includes('--replace'),
        identityFile: valuesOf(options, '--identity')[0],
      }),
  },
  'base-backup': {
    usage: 'base-backup DIR',
    about: 'copy the files of the running embedded database, for recover',
    arguments: 1,
    run: async (config, folder = '') => (await import('./recover.ts')).baseBackup(config, folder),
  },
  recover: {
    usage: 'recover DIR TIME',
    about: 'bring the embedded database to a moment after a base backup, with the log in WAL_ARCHIVE',
    arguments: 2,
    run: async (config, folder = '', moment = '') =>
      (await import('./recover.ts')).recover(config, folder, moment),
  },
  'rotate-signing-key': {
    usage: 'rotate-signing-key',
    about: 'start signing certificates with a new key; use --distrust if the old key may be compromised',
    arguments: 0,
    options: ['--distrust'],
    run: rotateKey,
  },
  'new-key': {
    usage: 'new-key',
    about:
      'start over with a new key when AUTH_SECRET or secrets/auth-secret is lost; stop Lectern first, everyone has to log in again',
    arguments: 0,
    run: newKey,
  },
  'allow-everywhere': {
    usage: 'allow-everywhere',
    about: 'let administrators log in from any IP address and stop requiring two-factor authentication',
    arguments: 0,
    run: allowEverywhere,
  },
  help: { usage: 'help', about: 'show this help', arguments: 0, run: async () => help(0) },
};

async function doctor(config: Config): Promise<number> {
  return sayFindings(await examine(config));
}

async function upgradeCheck(config: Config): Promise<number> {
  const { checkUpgrade } = await import('./upgrade-check.ts');
  return sayFindings(await checkUpgrade(config, new Date()));
}

function sayFindings(findings: readonly Finding[]): number {
  for (const { ok, remedy, what } of findings)
    console.log(ok ? `ok  ${what}` : `!!  ${what}\n    → ${remedy ?? ''}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

async function admin(config: Config, wanted: string): Promise<number> {
  const { data: email } = administratorEmail.safeParse(wanted.trim());
  if (!email)
    throw new Error(`"${wanted}" isn't a valid email address. Use one such as head@school.example.`);
  const { ensureAdministrator } = await import('#server/areas/accounts/registration/ensure-administrator');
  const { claimed, granted, hasPassword, password } = await withServices(config, (services) =>
    ensureAdministrator(services, commandLineCaller, { email }),
  );
  console.log(`${email} ${granted ? 'is now an administrator' : 'is already an administrator'}.`);
  if (claimed)
    console.log(
      'Someone had registered this email address without confirming it. Their password and sessions no longer work.',
    );
  if (password !== null) console.log(`Password (shown only once): ${password}`);
  else if (hasPassword) console.log('The account keeps its password.');
  else console.log('The account has no password. Choose one with “Forgot your password?” on the login page.');
  return 0;
}

async function convertMarkdown(directory: string, wanted?: string): Promise<number> {
  const { convertPages } = await import('#server/areas/courses/pages/convert-pages');
  const { lessons, notes, target } = await convertPages(directory, wanted);
  console.log(`written  ${target}  (lessons: ${lessons})`);
  for (const note of notes) console.log(`  warning: ${note}`);
  console.log(`Check it, then import it: npm run lectern -- import ${target}`);
  return 0;
}

async function importCourses(config: Config, directory: string, force: boolean): Promise<number> {
  const { ImportStopped, importFolders } = await import('#server/areas/folders/importing/import-folders');
  const { withLabProof } = await import('./with-lab-proof.ts');
  const work = withServices(config, (services) =>
    withLabProof(config, (proof) => importFolders(services, commandLineCaller, directory, { force, proof })),
  );
  const reports = await work.then(sayReports, (error: unknown) => {
    if (!(error instanceof ImportStopped)) throw error;
    sayReports(error.reports);
    const { cause } = error;
    const why = cause instanceof FolderError ? cause.lines : wordsOf(cause);
    throw new Error(`The import stopped after the content listed above:\n${why}`);
  });
  if (reports.some(({ outcome }) => outcome === 'drifted'))
    console.log(
      "Drifted content was edited here and was not changed. To replace it with the folder's version, add --force.",
    );
  return 0;
}

function sayReports({ banks, courses }: FolderReports): readonly { readonly outcome: string }[] {
  const reports = [...banks, ...courses];
  for (const report of reports) {
    console.log(`${report.outcome}  ${report.slug}`);
    if ('drift' in report) for (const line of report.drift ?? []) console.log(`  ${line}`);
    if ('warnings' in report) for (const line of report.warnings ?? []) console.log(`  warning: ${line}`);
  }
  return reports;
}

async function rotateKey(config: Config, option?: string): Promise<number> {
  const { rotateSigningKey } = await import('#server/areas/certificates/credentials/rotate-signing-key');
  const distrust = option === '--distrust';
  const { kid } = await withServices(config, (services) =>
    rotateSigningKey(services, commandLineCaller, { distrust }),
  );
  console.log(
    distrust
      ? `Certificates are now signed with key ${kid}. Credentials signed with the old key are no longer valid; holders must download theirs again.`
      : `Certificates are now signed with key ${kid}. Credentials signed with the old key stay valid.`,
  );
  return 0;
}

async function newKey(config: Config): Promise<number> {
  const { rotateSigningKey } = await import('#server/areas/certificates/credentials/rotate-signing-key');
  const { replaceSchoolKey } = await import('#server/db/school-key/open-school-key');
  await withServices(
    config,
    (services) => rotateSigningKey(services, commandLineCaller, { distrust: false }),
    replaceSchoolKey,
  );
  console.log(
    'The school has a new key. Everyone has to log in again. Whoever used two-factor authentication must set it up again: an administrator can reset it under Users.',
  );
  return 0;
}

async function allowEverywhere(config: Config): Promise<number> {
  const { allowEverywhere: allow } = await import('#server/areas/settings/allow-everywhere');
  const wasClosed = await withServices(config, (services) => allow(services, commandLineCaller));
  console.log(
    wasClosed
      ? 'Administrators can now log in from any IP address, and two-factor authentication is no longer required.'
      : 'Nothing to change: there were no restrictions.',
  );
  return 0;
}

async function exportCourses(config: Config, slug: string, directory: string): Promise<number> {
  const { exportCourse } = await import('#server/areas/courses/folders/export-course');
  const { exportDrawnBanks } = await import('#server/areas/banks/files/export-drawn-banks');
  await withServices(config, async (services) => {
    const files = await exportCourse(services, commandLineCaller, { slug, directory });
    await exportDrawnBanks(services, commandLineCaller, { slug, files, directory: join(directory, slug) });
  });
  console.log(`Exported ${slug} to ${directory}.`);
  return 0;
}

async function exportQuestionBank(config: Config, slug: string, directory: string): Promise<number> {
  const { exportBank } = await import('#server/areas/banks/files/export-bank');
  const name = await withServices(config, (services) =>
    exportBank(services, commandLineCaller, { slug, directory }),
  );
  console.log(`Exported ${name} to ${directory}.`);
  return 0;
}

function help(code: number): number {
  const all = Object.values(COMMANDS);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  const lines = all.map(({ about, usage }) => `  ${usage.padEnd(width)}  ${about}`);
  console.log(`npm run lectern -- <command>\n\n${lines.join('\n')}`);
  return code;
}

const asksForHelp = (word: string | undefined) => word === '--help' || word === '-h';

/** What a command is about, and what was said with it. */
function sortWords({ options: known, valued }: Command, words: readonly string[]) {
  const args: string[] = [];
  const options: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (valued?.includes(word)) options.push(`${word}=${rest.shift() ?? ''}`);
    else if (known?.includes(word) || valued?.some((name) => word?.startsWith(`${name}=`)))
      options.push(word);
    else args.push(word);
  }
  return { args, options };
}

function sayUsage(command: Command | undefined): number {
  console.error(`Usage: npm run lectern -- ${command?.usage ?? 'help'}`);
  return 2;
}

function valuesOf(options: readonly string[], name: string): string[] {
  return options
    .filter((option) => option.startsWith(`${name}=`))
    .map((option) => option.slice(name.length + 1));
}

async function main([name = 'help', ...words]: string[]): Promise<number> {
  // Someone whose settings are faulty needs help the more.
  if (asksForHelp(name)) return help(0);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    console.error(`Unknown command "${name}".\n`);
    return help(2);
  }
  if (command === COMMANDS.help || asksForHelp(words[0])) return help(0);
  const { args, options } = sortWords(command, words);
  if (args.length < command.arguments || args.length > command.arguments + (command.more ?? 0))
    return sayUsage(command);
  return command.run(parseConfig(process.env), ...args, ...options);
}

/** What went wrong in a sentence; a refusal of the product in the words of its code. */
function wordsOf(error: unknown): string {
  if (error instanceof Failure) {
    const fields = Object.entries(error.fields).map(([name, said]) => `  ${name}: ${said}`);
    return [ERROR_MESSAGE[error.code], ...fields].join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(wordsOf(error));
  process.exitCode = 1;
}
