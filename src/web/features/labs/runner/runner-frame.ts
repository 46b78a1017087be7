import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled, Player } from '#domain/labs/player';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import type { Assets, FromRunner, ToRunner } from '#labs/protocol';
import type { LoadedBundle } from './load-bundle.ts';

/** How much longer than its time a question may take: the worker ends most loops itself, with better words. */
const GRACE_MS = 1500;
/** A worker that needs longer to begin, and a compiler that needs longer to answer, never will. */
const START_MS = 60_000;
const COMPILE_MS = 30_000;
/** A frame that has loaded greets at once; an error page in its place never does. */
const HELLO_MS = 10_000;

/**
 * The frame `/lab-runner` with one worker in it, made for each player. A worker for the next player is started as
 * soon as one is done with, so that nobody waits for it.
 */
export class RunnerFrame {
  readonly #bundle: LoadedBundle;
  readonly #frame: HTMLIFrameElement;
  readonly #port: MessagePort;
  #assets: Assets;
  readonly #waiting = new Map<number, (message: FromRunner | undefined) => void>();
  readonly #listening = new Map<number, (text: string) => void>();
  #ready: Promise<boolean> | undefined;
  #settle: ((isReady: boolean) => void) | undefined;
  /** Whether a worker that is not spent serves the next player, too. */
  readonly #isRenewed: boolean;
  #isSpent = false;
  #lastId = 0;
  #isBroken = false;

  private constructor(
    { bundle, isRenewed }: { bundle: LoadedBundle; isRenewed: boolean },
    frame: HTMLIFrameElement,
    port: MessagePort,
  ) {
    this.#bundle = bundle;
    this.#assets = bundle.assets;
    this.#isRenewed = isRenewed;
    this.#frame = frame;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromRunner>) => this.#hear(data);
    this.warm();
  }

  /** `isRenewed`: the worker of one player is as new to the next one. Rejects when the frame can't be loaded. */
  static async open(bundle: LoadedBundle, isRenewed = false): Promise<RunnerFrame> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.title = 'Lab runner';
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    frame.src = '/lab-runner';
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage('lab', '*', [port2]);
    if (!(await hasGreeted(port1))) {
      port1.close();
      frame.remove();
      throw new Error("The frame that labs run in couldn't be loaded");
    }
    return new RunnerFrame({ bundle, isRenewed }, frame, port1);
  }

  /** Starts a worker that knows nothing yet; the one before is ended. */
  warm(): void {
    this.#abandon();
    this.#isSpent = false;
    this.#isBroken = false;
    this.#ready = new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), START_MS);
      this.#settle = (isReady) => {
        clearTimeout(timer);
        resolve(isReady);
      };
    });
    this.#send({ type: 'start', bundle: this.#bundle.script, assets: this.#assets });
  }

  /** Once the worker has started, or can't be. */
  async whenReady(): Promise<void> {
    await this.#ready;
  }

  /** Resolves once a worker is ready. Rejects when none can be started. */
  async ready(): Promise<void> {
    if (this.#isBroken) this.warm();
    if (await this.#ready) return;
    this.#isBroken = true;
    throw new Error("What runs the lab couldn't be started");
  }

  /** A player that has answered nothing before. Rejects as `ready` does. */
  async openPlayer(): Promise<Player> {
    await this.ready();
    const ready = this.#ready;
    return {
      ask: (question, onPrinted) =>
        this.#ready === ready ? this.#ask(question, onPrinted) : Promise.resolve(DIED),
      close: async () => {
        if (this.#ready === ready && (this.#isSpent || !this.#isRenewed)) this.warm();
      },
    };
  }

  /** Rejects as `ready` does, and when the compiler ends or takes too long. */
  async compile(files: LabFiles, typecheck: LabSpec['typecheck']): Promise<Compiled> {
    await this.ready();
    this.#lastId += 1;
    const reply = await this.#request({ type: 'compile', id: this.#lastId, files, typecheck }, COMPILE_MS);
    if (reply?.type === 'compiled') return reply.compiled;
    this.#isBroken = true;
    throw new Error('The compiler stopped');
  }

  close(): void {
    this.#abandon();
    this.#port.close();
    this.#frame.remove();
  }

  async #ask(asked: TimedQuestion, onPrinted?: (text: string) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const isLive = onPrinted !== undefined && asked.op === 'run';
    const question = isLive ? { ...asked, live: true } : asked;
    if (isLive) this.#listening.set(id, onPrinted);
    const reply = await this.#request({ type: 'ask', id, question }, asked.ms + GRACE_MS);
    this.#listening.delete(id);
    if (reply?.type === 'answer') return reply.answer;
    this.#isSpent = true;
    return reply === undefined ? { error: { name: 'Timeout', message: '' } } : DIED;
  }

  /** Answers nothing when it took too long. */
  #request(message: ToRunner & { readonly id: number }, ms: number): Promise<FromRunner | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(message.id, undefined), ms);
      this.#waiting.set(message.id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      this.#send(message);
    });
  }

  #hear(message: FromRunner): void {
    if (message.type === 'made') this.#keep(message.name, message.content);
    if (message.type === 'printed') this.#listening.get(message.id)?.(message.text);
    if (message.type === 'ready') this.#settle?.(true);
    if (message.type === 'broken') {
      this.#isBroken = true;
      this.#abandon(message);
    }
    if (message.type === 'answer' || message.type === 'compiled') this.#answer(message.id, message);
  }

  /** Taken once, from the first worker: it has sent it before any code of a learner ran. */
  #keep(name: string, content: ArrayBuffer): void {
    if (Object.hasOwn(this.#assets, name)) return;
    this.#assets = { ...this.#assets, [name]: content };
    this.#bundle.keep(name, content);
  }

  #answer(id: number, message: FromRunner | undefined): void {
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }

  /** Nobody will answer any more. */
  #abandon(message: FromRunner = { type: 'stopped' }): void {
    this.#settle?.(false);
    for (const id of [...this.#waiting.keys()]) this.#answer(id, message);
  }

  #send(message: ToRunner): void {
    this.#port.postMessage(message);
  }
}

function hasGreeted(port: MessagePort): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), HELLO_MS);
    port.onmessage = ({ data }: MessageEvent<FromRunner>) => {
      if (data.type !== 'hello') return;
      clearTimeout(timer);
      resolve(true);
    };
  });
}

const DIED: Answer = { error: { name: 'Died', message: '' } };
