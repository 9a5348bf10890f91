/** A site that runs, and a proxy before it that says when the webhook was answered. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { until } from '../../testing/src/until.ts';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
const OUTPUT_BYTES_MAX = 10_000_000;

/** Runs npm to its end. @throws with its output */
export function runNpm(folder: string, ...parameters: string[]): Promise<string> {
  return runNpmWith({}, folder, ...parameters);
}

/** @param variables beside those of the process. @throws with its output */
export async function runNpmWith(
  variables: Readonly<Record<string, string>>,
  folder: string,
  ...parameters: string[]
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...QUIET, ...variables }, maxBuffer: OUTPUT_BYTES_MAX };
  return (await run(npm, parameters, options)).stdout;
}

/** A script of a site that goes on. */
export interface SiteProcess {
  output(): string;
  end(): Promise<void>;
}

/** Starts `npm run <script>`, and waits until it answers. */
export async function startSite(
  folder: string,
  script: string,
  port: number,
  parameters: readonly string[] = [],
): Promise<SiteProcess> {
  const env = { ...process.env, ...QUIET, PORT: String(port) };
  // A group of its own, as npm does not end what it started.
  const child = spawn(npm, ['run', script, ...parameters], { cwd: folder, env, detached: true });
  const ended = once(child, 'close');
  const output = outputOf(child);
  const end = async () => {
    endGroup(child);
    await ended;
  };
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error(output());
      return fetch(`http://127.0.0.1:${port}/about`).then(
        ({ status }) => status < 500,
        () => false,
      );
    });
  } catch (error) {
    await end();
    throw new Error(`The site does not answer: ${output()}`, { cause: error });
  }
  return { output, end };
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return () => output;
}

function endGroup({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Hands requests on to another port, one for one. */
export interface SiteProxy {
  readonly url: string;
  /** Where requests go from now on. */
  target: string;
  /** Methods and paths of what was asked. */
  readonly asked: string[];
  /** Resolves when a webhook about a resource was answered, with the status. */
  told(resource: string): Promise<number>;
  close(): Promise<void>;
}

export async function startProxy(): Promise<SiteProxy> {
  const answered = new EventEmitter();
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const body = await buffer(incoming);
    const options = { method: incoming.method, headers: incoming.headers };
    const onward = send(new URL(incoming.url ?? '/', proxy.target), options, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
      response.once('end', () => {
        if (incoming.url !== '/lectern') return;
        answered.emit(JSON.parse(body.toString()).resource.id, response.statusCode);
      });
    });
    onward.once('error', () => outgoing.destroy());
    onward.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    asked,
    told: async (resource: string) => (await once(answered, resource))[0] as number,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}
