import { plainText } from '#domain/courses/plain-text';
import { currentOf } from '#web/lib/api/current-of.ts';
import { drop, keep, readKept } from '#web/lib/saving/kept.ts';
import { retryDelay } from '#web/lib/saving/retry-delay.ts';

export type NoteState = 'saved' | 'saving' | 'unsaved';

/** What is typed is sent after a pause of this length, in ms. */
const PAUSE_MS = 800;
/** As many texts without a reply are remembered. */
const MAX_SENT = 5;

interface Note {
  readonly body: string;
  readonly version: number;
}
interface Draft {
  readonly text: string;
  readonly version: number;
  /** Texts that were sent and not answered: one of them may be what the server has. */
  readonly sent: readonly string[];
}
interface Options {
  /** The name under which what is typed stays in this browser until the server has it. */
  readonly place: string;
  /** What the server has. */
  readonly saved: Note;
  readonly send: (note: Note) => Promise<{ version: number }>;
  readonly onSaved: (note: Note) => void;
}
interface Shown {
  readonly text: string;
  readonly state: NoteState;
}

/** Saves a note as it is typed, one save at a time: each is based on the version that the one before made. */
export class NoteSaver {
  readonly #options: Options;
  #draft: Draft;
  #shown: Shown;
  #listener: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;
  #hasLeft = false;

  constructor(options: Options) {
    this.#options = options;
    const { body, version } = options.saved;
    const kept = readDraft(options.place);
    this.#draft = { text: body, version, sent: [], ...kept };
    this.#shown = { text: this.#draft.text, state: kept ? 'unsaved' : 'saved' };
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Answers how to stop. */
  listen(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }

  change(text: string): void {
    this.#keep({ ...this.#draft, text });
    this.#show('unsaved');
    this.#wait(PAUSE_MS);
  }

  /** What the server has now, from another page or device; what is typed here is joined with it when it is saved. */
  adopt({ body, version }: Note): void {
    if (this.#shown.state !== 'saved') return;
    // Empty notes aren't listed: without a version it was emptied.
    const isNewer = version > this.#draft.version || (version === 0 && this.#draft.text !== '');
    if (!isNewer) return;
    this.#draft = { text: body, version, sent: [] };
    this.#show('saved');
  }

  /** The note is on the screen, and its person is signed in. */
  start(): void {
    this.#hasLeft = false;
    if (this.#shown.state === 'unsaved') this.#wait(PAUSE_MS);
  }

  save(): Promise<void> {
    this.#underWay ??= this.#send().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** The note is gone from the screen: what was typed last is sent without the pause. What isn't saved waits for the next visit. */
  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
    // Whoever logged out agreed to lose it.
    if (readDraft(this.#options.place)) void this.save();
  }

  async #send(): Promise<void> {
    const { onSaved, place, send } = this.#options;
    for (;;) {
      clearTimeout(this.#timer);
      const { sent, text, version } = this.#draft;
      this.#keep({ text, version, sent: [...sent, text].slice(-MAX_SENT) });
      this.#show('saving');
      try {
        const saved = await send({ body: text, version });
        const typed = this.#draft.text;
        this.#keep({ text: typed, version: saved.version, sent: [] });
        onSaved({ body: text, version: saved.version });
        if (typed !== text) continue;
        drop(place);
        return this.#show('saved');
      } catch (error) {
        const current = currentOf<Note>(error);
        if (!current) return this.#fail(error);
        this.#keep({ text: merged(current.body, this.#draft), version: current.version, sent: [] });
      }
    }
  }

  #fail(error: unknown): void {
    this.#show('unsaved');
    const ms = retryDelay(error);
    if (ms !== null) this.#wait(ms);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#hasLeft) this.#timer = setTimeout(() => void this.save(), ms);
  }

  #keep(next: Draft): void {
    this.#draft = next;
    keep(this.#options.place, JSON.stringify(next));
  }

  #show(state: NoteState): void {
    this.#shown = { text: this.#draft.text, state };
    this.#listener?.();
  }
}

/** Where another page saved meanwhile, both texts are kept, one below the other. */
function merged(theirs: string, { sent, text }: Draft): string {
  // The reply to an own save was lost.
  if (sent.some((own) => plainText(own) === theirs) || text.includes(theirs.trim())) return text;
  return theirs.includes(text.trim()) ? theirs : `${theirs}\n\n${text}`;
}

function readDraft(place: string): Partial<Draft> | null {
  return readKept(place) as Partial<Draft> | null;
}
