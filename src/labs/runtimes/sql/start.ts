import { PGlite } from '@electric-sql/pglite';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import type { Runtime } from '../../runtime.ts';
import { faultOf } from './fault-of.ts';
import { LEARNER, startParams } from './recipe.ts';
import { type Result, resultsOf } from './results-of.ts';

/** A program of WebAssembly that holds nothing: the cluster is made, so nobody is asked to initialize one. */
const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const LONGEST_OUT = 65_536;

/** What the server of a lab is made of. */
export interface SqlParts {
  readonly wasm: WebAssembly.Module;
  /** The files that PostgreSQL reads besides its own: time zones, dictionaries. */
  readonly files: BlobPart;
  /** A data directory that was made before, as a tar file. */
  readonly cluster: BlobPart;
}

/** SQL: PostgreSQL in WebAssembly, one session. */
export async function startSql({ cluster, files, wasm }: SqlParts): Promise<Runtime> {
  const parts = {
    pgliteWasmModule: wasm,
    initdbWasmModule: new WebAssembly.Module(NOTHING),
    fsBundle: new Blob([files]),
    loadDataDir: new Blob([cluster]),
  };
  const open = async () => {
    const server = await PGlite.create({ ...parts, username: LEARNER, startParams: startParams() });
    // Every value as PostgreSQL writes it: numbers keep their digits, and dates stay out of time zones.
    server.parsers = new Proxy({}, { get: () => (text: string) => text });
    return server;
  };
  return new Sql(open, await open());
}

class Sql implements Runtime {
  readonly #open: () => Promise<PGlite>;
  #server: PGlite;
  #isUsed = false;

  constructor(open: () => Promise<PGlite>, server: PGlite) {
    this.#open = open;
    this.#server = server;
  }

  async ask(question: TimedQuestion): Promise<Answer> {
    switch (question.op) {
      case 'load':
        await this.#renew();
        return { value: null };
      case 'setup': {
        const { error } = await this.#execute(question.code);
        return error ? { error } : { value: null };
      }
      case 'query':
        return this.#execute(question.sql);
      default:
        return { error: { name: 'Error', message: `SQL cannot answer "${question.op}"` } };
    }
  }

  /** Nothing of what was asked before is left: another server, with another memory and other files. */
  async #renew(): Promise<void> {
    if (this.#isUsed) {
      // One that broke cannot end properly; it is left as it is.
      await this.#server.close().catch(() => undefined);
      this.#server = await this.#open();
    }
    this.#isUsed = false;
  }

  async #execute(sql: string): Promise<Answer> {
    this.#isUsed = true;
    const notices: string[] = [];
    try {
      const results = await this.#server.exec(sql, {
        rowMode: 'array',
        onNotice: ({ message = '', severity = 'NOTICE' }) => notices.push(`${severity}: ${message}`),
      });
      return { value: resultsOf(results as unknown as Result[]), ...outOf(notices) };
    } catch (error) {
      return { error: faultOf(error, sql), ...outOf(notices) };
    } finally {
      // As when a session ends: what was started and not committed has not happened.
      await this.#server.exec('rollback').catch(() => undefined);
    }
  }
}

function outOf(notices: readonly string[]): { out?: string } {
  return notices.length === 0 ? {} : { out: `${notices.join('\n')}\n`.slice(0, LONGEST_OUT) };
}
