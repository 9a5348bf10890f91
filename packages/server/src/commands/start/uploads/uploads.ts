/**
 * Has many uploads at once received by a process of their own, so that they take nothing of the loop that reads are
 * answered on. It is started when several come at once and ends when none has come for a while; until it is ready, and
 * where it cannot start, uploads are received in this process like other requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../../../app.ts';
import type { Environment } from '../../../platform/config/read-variables.ts';
import { respondFirst } from '../../../platform/http/respond-first.ts';
import { HeldConnection, mayBeHeld } from './held-connection.ts';
import { UploadProcess } from './upload-process.ts';
import { isUpload } from './upload-request.ts';

/** Uploads at once that this process receives itself without asking for help. */
const OWN_UPLOADS_MAX = 4;
/** After a process that ended unasked, none is started for as long. */
const RETRY_AFTER_MS = 10_000;

/**
 * Watches the requests to a service that listens, and ends with it.
 * @param environment variables of the service, which the process is started with
 */
export function receiveUploadsApart(service: Service, environment: Environment): void {
  // Where any free port was asked for, addresses of files name the one that was taken.
  const { port } = service.app.server.address() as AddressInfo;
  const uploads = new Uploads(service, { ...environment, PORT: String(port) });
  respondFirst(service.app.server, (...of) => uploads.look(...of));
  service.endWith(() => uploads.close());
}

class Uploads {
  readonly #service: Service;
  readonly #environment: Environment;
  #process: UploadProcess | undefined;
  #startFrom = 0;
  /** Uploads that this process is receiving. */
  #own = 0;
  #isClosed = false;

  constructor(service: Service, environment: Environment) {
    this.#service = service;
    this.#environment = environment;
  }

  /** Hands a request over, or leaves it to the routes. */
  look(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    if (!isUpload(request)) leave();
    else if (this.#process?.takes === true && mayBeHeld(request, response)) this.#hand(request, response, leave);
    else this.#receive(response, leave);
  }

  /** Starts no process any more, and resolves when the one there is has answered all it was given. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.end();
  }

  #hand(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    // What came with the head is parsed by then.
    process.nextTick(() => {
      // A request that came whole may have another one behind it.
      if (this.#process?.takes !== true || request.complete || request.destroyed) this.#receive(response, leave);
      else this.#process.hand(new HeldConnection(request), () => this.#receive(response, leave));
    });
  }

  #receive(response: ServerResponse, leave: () => void): void {
    this.#own += 1;
    response.once('close', () => {
      this.#own -= 1;
    });
    if (this.#own > OWN_UPLOADS_MAX) this.#start();
    leave();
  }

  #start(): void {
    if (this.#process !== undefined || this.#isClosed || performance.now() < this.#startFrom) return;
    const { log } = this.#service.app;
    const started = new UploadProcess(this.#environment, {
      ...this.#service.relay,
      ready: () => log.info({ pid: started.pid }, 'Uploads are received by a process of their own'),
      ended: (wasAsked) => {
        this.#process = undefined;
        if (wasAsked) return;
        this.#startFrom = performance.now() + RETRY_AFTER_MS;
        log.error({ pid: started.pid }, 'The process for uploads ended; they are received here meanwhile');
      },
    });
    this.#process = started;
  }
}
