/**
 * A balancer of TCP connections in front of several nodes, as operators have one. It knows nothing of HTTP but `/readyz`,
 * which it asks each node for; a connection goes to the next node that is ready and takes it, and then stays there.
 */
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const CHECKED_EVERY_MS = 250;
const CHECK_TIMEOUT_MS = 1_000;

export interface BalancerOptions {
  /** Whether it asks for `/readyz`; otherwise a node is left out only while it refuses connections. */
  readonly checksReadiness: boolean;
}

export class Balancer {
  readonly #ports: readonly number[];
  readonly #ready: boolean[];
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout | undefined;
  #next = 0;

  private constructor(ports: readonly number[], { checksReadiness }: BalancerOptions) {
    this.#ports = ports;
    this.#ready = ports.map(() => true);
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#connect(client, ports.length),
    );
    if (checksReadiness) this.#timer = setInterval(() => this.#check(), CHECKED_EVERY_MS);
  }

  /** A balancer that listens. @param ports of the nodes, all on the loopback */
  static async start(ports: readonly number[], options: BalancerOptions): Promise<Balancer> {
    const balancer = new Balancer(ports, options);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  /** Its address, without `/` at the end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether the last check of a node said that it is ready. */
  isReady(node: number): boolean {
    return this.#ready[node] === true;
  }

  /** Ends it; all connections through it have to be closed. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Leads a connection to the next node; one that refuses it is passed over. */
  #connect(client: Socket, triesLeft: number): void {
    const node = this.#nextNode();
    const upstream = connect({ port: this.#ports[node] ?? 0, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const refused = () => {
      if (triesLeft > 1) this.#connect(client, triesLeft - 1);
      else client.resetAndDestroy();
    };
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      join(client, upstream);
      join(upstream, client);
    });
  }

  #nextNode(): number {
    for (let tried = 0; tried < this.#ports.length; tried++) {
      this.#next = (this.#next + 1) % this.#ports.length;
      if (this.#ready[this.#next]) return this.#next;
    }
    return this.#next;
  }

  #check(): void {
    for (const [node, port] of this.#ports.entries()) {
      const request = http.get({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: CHECK_TIMEOUT_MS });
      request.on('timeout', () => request.destroy(new Error('no response')));
      request.on('error', () => {
        this.#ready[node] = false;
      });
      request.on('response', (response) => {
        this.#ready[node] = response.statusCode === 200;
        response.resume();
      });
    }
  }
}

/** Passes everything on, the end and a reset too. */
function join(from: Socket, to: Socket): void {
  from.on('error', () => to.resetAndDestroy());
  from.pipe(to);
}
