/**
 * Three nodes on one PostgreSQL that keeps its promises through a crash, and one bucket; each node on a port that it keeps.
 * Whoever starts a cluster closes it.
 */
import assert from 'node:assert/strict';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  type PostgresServer,
  startPostgres,
} from '../../../testing/src/servers/postgres.ts';
import { startBucket, type TestBucket } from '../../../testing/src/servers/s3.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { SENDS_HOME } from '../webhooks/webhook.ts';

const NODES = 3;

export class Cluster {
  readonly postgres: PostgresServer;
  readonly config: { readonly kind: 'postgres'; readonly url: string; readonly unsafeDurability: false };
  readonly #database: PostgresDatabase;
  readonly #bucket: TestBucket;
  readonly #own: Readonly<Record<number, Record<string, string>>>;
  readonly #folders = Array.from({ length: NODES }, () => temporaryFolder('node'));
  #nodes: ServiceProcess[] = [];

  private constructor(
    postgres: PostgresServer,
    database: PostgresDatabase,
    bucket: TestBucket,
    own: Readonly<Record<number, Record<string, string>>>,
  ) {
    this.postgres = postgres;
    this.#database = database;
    this.config = { kind: 'postgres', url: database.url, unsafeDurability: false };
    this.#bucket = bucket;
    this.#own = own;
  }

  /** @param own environment variables of single nodes, by their numbers */
  static async start(own: Readonly<Record<number, Record<string, string>>> = {}): Promise<Cluster> {
    const postgres = await startPostgres({ durable: true });
    const cluster = new Cluster(postgres, await createPostgresDatabase(postgres), await startBucket(), own);
    for (const node of cluster.#folders.keys()) cluster.#nodes.push(await cluster.#startNode(node, '0'));
    return cluster;
  }

  /** The addresses of its nodes, which stay the same. */
  get urls(): readonly string[] {
    return this.#nodes.map(({ url }) => url);
  }

  node(node: number): ServiceProcess {
    const found = this.#nodes[node];
    assert.ok(found !== undefined, `there is no node ${node}`);
    return found;
  }

  /** Starts a node that has ended again, where it was. */
  async restart(node: number): Promise<void> {
    this.#nodes[node] = await this.#startNode(node, new URL(this.node(node).url).port);
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end('SIGINT')));
    await this.#bucket.stop();
    await this.#database.drop();
    await this.postgres.close();
  }

  #startNode(node: number, port: string): Promise<ServiceProcess> {
    const place = { PORT: port, LECTERN_DATA_DIR: this.#folders[node] ?? '' };
    const env = { ...SENDS_HOME, ...this.#bucket.environment, ...place, ...this.#own[node] };
    return startProcess({ engine: { databaseConfig: () => this.config }, env });
  }
}
