/**
 * A TCP proxy in front of PostgreSQL that fails as networks do: it cuts a connection at a COMMIT, disappears after a COMMIT was
 * confirmed, or silently drops everything. Invariant: it changes no byte that it passes on.
 */
import net from 'node:net';

const COMMIT = Buffer.from('COMMIT\0');

/** Whether the COMMIT takes effect at which a connection is cut. */
export type Cut = 'behind the commit' | 'before the commit';

export interface PostgresProxy {
  /** The address of the server through the proxy. */
  readonly url: string;
  /** Cuts the next connection that sends this text, at its COMMIT. Resolves when that happened. */
  cutAt(text: string, cut: Cut): Promise<void>;
  /**
   * Cuts all connections once a COMMIT is confirmed to one that has sent this text, and accepts no new ones. Resolves when that
   * happened.
   */
  goAwayAfter(text: string): Promise<void>;
  /** From now on drops everything and closes nothing; new connections are accepted, but get no response. */
  swallow(): void;
  /** Accepts new connections again, and passes on everything of theirs. */
  recover(): void;
  /** Connections that lost data and that the service has not closed yet. */
  readonly hanging: number;
  /** Cuts all current connections. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of the loopback. */
export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const proxy = new CuttingProxy(new URL(target));
  await proxy.listen();
  return proxy;
}

interface Planned {
  readonly text: Buffer;
  readonly cut: Cut | 'behind its confirmation';
  readonly done: () => void;
}

class CuttingProxy implements PostgresProxy {
  readonly #target: URL;
  readonly #server = net.createServer((client) => this.#connect(client));
  readonly #sockets = new Set<net.Socket>();
  readonly #planned: Planned[] = [];
  #swallows = false;
  #isAway = false;
  hanging = 0;

  constructor(target: URL) {
    this.#target = target;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as net.AddressInfo).port);
    return url.href;
  }

  cutAt(text: string, cut: Cut): Promise<void> {
    return new Promise((done) => this.#planned.push({ text: Buffer.from(text), cut, done }));
  }

  goAwayAfter(text: string): Promise<void> {
    const cut = 'behind its confirmation';
    return new Promise((done) => this.#planned.push({ text: Buffer.from(text), cut, done }));
  }

  swallow(): void {
    this.#swallows = true;
  }

  recover(): void {
    this.#swallows = false;
    this.#isAway = false;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.cutAll();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #connect(client: net.Socket): void {
    if (this.#isAway) return void client.destroy();
    const server = net.connect(Number(this.#target.port), this.#target.hostname);
    let marked: Planned | undefined;
    // Dropped bytes leave a gap, so a connection that lost data gets nothing more.
    let isLost = false;
    const passes = () => {
      if (!isLost && this.#swallows) {
        isLost = true;
        this.hanging += 1;
      }
      return !isLost;
    };
    client.on('close', () => {
      if (isLost) this.hanging -= 1;
    });
    client.on('data', (bytes: Buffer) => {
      if (!passes()) return;
      marked ??= this.#planned.find(({ text }) => bytes.includes(text));
      if (marked === undefined || !bytes.includes(COMMIT)) return void server.write(bytes);
      this.#planned.splice(this.#planned.indexOf(marked), 1);
      if (marked.cut !== 'before the commit') server.write(bytes);
      if (marked.cut === 'behind its confirmation') return;
      client.destroy();
      marked.done();
    });
    server.on('data', (bytes: Buffer) => {
      if (!passes()) return;
      client.write(bytes);
      if (marked?.cut === 'behind its confirmation' && bytes.includes(COMMIT)) this.#goAway(client, marked);
    });
    this.#tie(client, server);
    this.#tie(server, client);
  }

  /** The last bytes of this client still reach it. */
  #goAway(client: net.Socket, { done }: Planned): void {
    this.#isAway = true;
    client.end();
    for (const socket of this.#sockets) if (socket !== client) socket.destroy();
    done();
  }

  #tie(socket: net.Socket, other: net.Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      other.end();
    });
  }
}
