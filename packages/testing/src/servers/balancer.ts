/**
 * A TCP load balancer in front of several nodes, as operators use. It knows nothing of HTTP except `/readyz`, which it requests
 * from each node. A connection is passed to the next ready node that accepts it, and stays there.
 */
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const CHECKED_EVERY_MS = 250;
const CHECK_TIMEOUT_MS = 1_000;

export interface BalancerOptions {
  /** Whether it checks `/readyz`; otherwise a node is left out only while it refuses connections. */
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

  /** Starts a balancer. @param ports of the nodes, all on the loopback */
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

  /** Whether the last check reported the node as ready. */
  isReady(node: number): boolean {
    return this.#ready[node] === true;
  }

  /** Closes it; all connections through it have to be closed before. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Connects a client to the next node, skipping nodes that refuse the connection. */
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

/** Passes on everything, including the end and a reset. */
function join(from: Socket, to: Socket): void {
  from.on('error', () => to.resetAndDestroy());
  from.pipe(to);
}
