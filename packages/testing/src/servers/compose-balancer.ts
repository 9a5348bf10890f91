/**
 * The balancer of `compose.yaml` in front of the nodes of a test: HAProxy, with the configuration in that file. It is in no npm
 * package, so the system's package is used. Whoever starts one closes it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { removeFolder, temporaryFolder } from '../temporary-folder.ts';
import { freePort } from './free-port.ts';

const COMPOSE_FILE = new URL('../../../../compose.yaml', import.meta.url);
const STARTED_WITHIN_MS = 10_000;
const POLL_MS = 50;

export class ComposeBalancer {
  /** Its address, without `/` at the end. */
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #onExit = () => this.#process.kill();

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#process = child;
    this.#folder = folder;
    process.once('exit', this.#onExit);
  }

  /**
   * Starts a balancer, and waits until it has found a node.
   * @param nodes their addresses
   * @param nameServer where it looks up the names in them, with the port
   */
  static async start(nodes: readonly string[], nameServer = '127.0.0.1:53'): Promise<ComposeBalancer> {
    if (!isInstalled()) install();
    const port = await freePort();
    const folder = temporaryFolder('balancer');
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configurationFor(nodes, { port, nameServer }));
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (text) => (output += text));
    const balancer = new ComposeBalancer(`http://127.0.0.1:${port}`, child, folder);
    for (const deadline = Date.now() + STARTED_WITHIN_MS; !(await balancer.#hasNode()); await sleep(POLL_MS)) {
      if (child.exitCode === null && Date.now() < deadline) continue;
      await balancer.close();
      throw new Error(`HAProxy did not start:\n${output}`);
    }
    return balancer;
  }

  async close(): Promise<void> {
    process.off('exit', this.#onExit);
    if (this.#process.exitCode === null && this.#process.kill()) await once(this.#process, 'exit');
    removeFolder(this.#folder);
  }

  async #hasNode(): Promise<boolean> {
    const response = await fetch(`${this.url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }
}

/** The configuration in `compose.yaml`, with other addresses. */
function configurationFor(
  nodes: readonly string[],
  { port, nameServer }: { readonly port: number; readonly nameServer: string },
): string {
  const compose = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as {
    configs: { balancer: { content: string } };
  };
  const servers = nodes.map((url, node) => `  server node-${node + 1} ${new URL(url).host}\n`);
  const content = compose.configs.balancer.content.replace('bind :8080', `bind 127.0.0.1:${port}`);
  const lines = content.replace('127.0.0.11:53', nameServer).split('\n');
  return [...lines.filter((line) => !/^ *server /.test(line)), ...servers].join('\n');
}

function isInstalled(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

/** Installs HAProxy as root on Debian and its derivatives; on other systems, whoever runs the test has to. */
function install(): void {
  const { status, stderr } = spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'haproxy']);
  if (status !== 0) throw new Error(`HAProxy cannot be installed here; install it and try again.\n${stderr ?? ''}`);
}
