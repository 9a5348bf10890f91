/**
 * The process that receives uploads, as the serving process sees it. Invariant: each connection that is handed over is
 * answered by exactly one of the two: where the process ends before it has taken it, the request is released here.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Relay } from '../../../composition/relay.ts';
import type { Environment } from '../../../platform/config/read-variables.ts';
import type { HeldConnection } from './held-connection.ts';
import type { FromUploads, ToUploads } from './messages.ts';
import { Pressure } from './pressure.ts';

const PROGRAM = fileURLToPath(new URL('../../../../bin/lectern.mjs', import.meta.url));
const COMMAND = 'receive-uploads';
/** How long the process may take until it is ready, and until it takes a connection, on a machine that has much to do. */
const START_TIMEOUT_MS = 30_000;
const TAKE_TIMEOUT_MS = 60_000;
/** A process that has let a connection wait for longer gets no others: the machine has nothing to spare for it. */
const TAKE_PROMPT_MS = 1_000;

/** What the service is told by the process. */
export interface UploadProcessEvents extends Relay {
  /** It takes connections from now on. */
  readonly ready: () => void;
  /** It has ended. @param wasAsked whether it was to */
  readonly ended: (wasAsked: boolean) => void;
}

interface Handing {
  readonly held: HeldConnection;
  /** Has the request answered here. */
  readonly leave: () => void;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

export class UploadProcess {
  readonly #child: ChildProcess;
  readonly #events: UploadProcessEvents;
  readonly #handing = new Map<number, Handing>();
  readonly #ended = Promise.withResolvers<void>();
  #pressure: Pressure | undefined;
  #handed = 0;
  #isReady = false;
  #isEnding = false;

  /** @param environment variables of the service that it is a part of */
  constructor(environment: Environment, events: UploadProcessEvents) {
    this.#events = events;
    this.#child = fork(PROGRAM, [COMMAND], { env: { ...environment }, serialization: 'advanced' });
    const late = setTimeout(() => this.#child.kill('SIGKILL'), START_TIMEOUT_MS);
    this.#child.on('message', (message: FromUploads) => {
      if (message.kind === 'ready') clearTimeout(late);
      this.#hear(message);
    });
    // What cannot be sent or started is told by its end as well.
    this.#child.on('error', () => this.#child.kill('SIGKILL'));
    this.#child.once('close', () => {
      clearTimeout(late);
      this.#over();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it takes connections. */
  get takes(): boolean {
    const [oldest] = this.#handing.values();
    const isPrompt = oldest === undefined || performance.now() - oldest.since < TAKE_PROMPT_MS;
    return this.#isReady && !this.#isEnding && this.#child.connected && isPrompt;
  }

  /** Hands a connection over. @param leave has its request answered here, once it is released */
  hand(held: HeldConnection, leave: () => void): void {
    const id = this.#handed++;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), TAKE_TIMEOUT_MS);
    this.#handing.set(id, { held, leave, since: performance.now(), timer });
    this.#tell({ kind: 'handed', id, head: held.head, body: held.body }, held.socket);
  }

  /** Has it end once it has answered what it was given; resolves when it has. */
  end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#tell({ kind: 'end' });
    }
    return this.#ended.promise;
  }

  #tell(message: ToUploads, socket?: Socket): void {
    if (this.#child.connected) this.#child.send(message, socket, { keepOpen: true }, () => undefined);
  }

  #hear(message: FromUploads): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#pressure = new Pressure((isPressed) => this.#tell({ kind: 'pressed', isPressed }));
        this.#events.ready();
        break;
      case 'taken':
        this.#settle(message.id)?.held.drop();
        break;
      case 'idle':
        void this.end();
        break;
      case 'moved':
        this.#events.moved(message.environment);
        break;
      case 'answered':
        this.#events.answered(message.response);
    }
  }

  #settle(id: number): Handing | undefined {
    const handing = this.#handing.get(id);
    clearTimeout(handing?.timer);
    this.#handing.delete(id);
    return handing;
  }

  #over(): void {
    const wasAsked = this.#isEnding;
    this.#isEnding = true;
    this.#pressure?.close();
    for (const id of [...this.#handing.keys()]) {
      const handing = this.#settle(id);
      handing?.held.release();
      handing?.leave();
    }
    this.#events.ended(wasAsked);
    this.#ended.resolve();
  }
}
