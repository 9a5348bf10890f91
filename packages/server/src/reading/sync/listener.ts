/** One who listens: a response that stays open, what it is told, and when it ends. */
import type { ServerResponse } from 'node:http';
import type { Address } from '../delivery/places.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';

/** Bytes that may wait for a reader to take them; whoever has more unsent reads too slowly, and goes on from its cursor later. */
const UNSENT_BYTES_MAX = 65_536;
/** Something is sent this often, so that no proxy takes the connection for dead. */
const BEAT_MS = 20_000;
const BEAT = Buffer.from(':\n\n');
/** How long a connection stays open: half an hour, give or take a fifth, so that those that came together do not go together. */
const LIFE_MS = 1_800_000;
const LIFE_SPREAD = 0.2;

/** Who does not take the end of a stream in this time is cut off. */
const END_MS = 500;

/** Why a stream ends: it was open for long, the process ends, the key or the environment is gone. */
export type EndReason = 'age' | 'shutdown' | 'key' | 'environment';

/** Who listens, and to what. */
export interface ListenerParts {
  readonly response: ServerResponse;
  readonly token: string;
  readonly key: ReadingKey;
  readonly address: Address;
}

export class Listener {
  readonly token: string;
  readonly address: Address;
  key: ReadingKey;
  readonly #response: ServerResponse;
  readonly #endsAt = performance.now() + LIFE_MS * (1 + LIFE_SPREAD * (2 * Math.random() - 1));
  #writtenAt = performance.now();

  constructor({ response, token, key, address }: ListenerParts) {
    this.#response = response;
    this.token = token;
    this.key = key;
    this.address = address;
  }

  /** Writes to whoever reads; whoever does not is cut off. */
  write(bytes: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > UNSENT_BYTES_MAX) {
      this.#response.destroy();
      return;
    }
    this.#response.write(bytes);
    this.#writtenAt = performance.now();
  }

  /** Ends it if its time is over, and shows signs of life if nothing was sent for a while. */
  attend(now: number): void {
    if (now >= this.#endsAt) this.end('age');
    else if (now - this.#writtenAt >= BEAT_MS) this.write(BEAT);
  }

  end(reason: EndReason): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    const late = setTimeout(() => response.destroy(), END_MS);
    response.once('close', () => clearTimeout(late));
    response.end(eventText('goaway', { reason }));
  }
}

/** An event in the format of server-sent events. @param id the cursor to go on from, if the event changes it */
export function eventText(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
