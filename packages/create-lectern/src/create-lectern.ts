#!/usr/bin/env node
/**
 * `npm create lectern`: asks which framework, fills a space of a running service with a model and first content, and writes a site
 * that shows it.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { httpAddress } from '../../client/src/program/command-frame.ts';
import { LOCAL_SITE, makeSpace, type NewSpace, type Person, signUp } from './new-space.ts';
import { type Framework, frameworks, siteFiles } from './site-files.ts';

const USAGE = `Usage: npm create lectern [folder] -- [options]

Makes a site with content from Lectern, in a folder that is new or empty (default: lectern-site).

  --template <name>         next, astro or node, without being asked
  --yes                     ask nothing: Next, unless --template says otherwise
  --service <address>       a running service (default: http://127.0.0.1:4000)
  --session <token>         of somebody who may make a space there (default: LECTERN_SESSION, or a new account)
  --site <address>          where the site will be (default: ${LOCAL_SITE})
  --packages <folder>       take @lectern/* from the .tgz files of this folder
  --no-install              do not run npm install`;

const OPTIONS = {
  template: { type: 'string' },
  yes: { type: 'boolean', default: false },
  service: { type: 'string', default: 'http://127.0.0.1:4000' },
  session: { type: 'string' },
  site: { type: 'string', default: LOCAL_SITE },
  packages: { type: 'string' },
  'no-install': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Said without a stack. */
class Refusal extends Error {}

const PACKAGE = dirname(fileURLToPath(import.meta.url));
const FOLDER = 'lectern-site';
/** What a folder may have before a site is written into it. */
const NOT_OF_SITES: readonly string[] = ['.git', '.DS_Store'];
/** It has keys, which nobody else on the machine may read. */
const VARIABLES_FILE = '.env';
const OWNER_ONLY = 0o600;

try {
  await create(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function create(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  requireNode();
  const [given = FOLDER, ...more] = positionals;
  if (more.length > 0)
    throw new Refusal('Name one folder; options come after `--`, as in: npm create lectern my-site -- --yes');
  const folder = resolve(given);
  requireEmpty(folder);
  const tarballs = values.packages === undefined ? null : tarballsIn(resolve(values.packages));
  const service = addressOf('--service', values.service);
  const site = addressOf('--site', values.site);
  await requireService(service);
  const framework = await frameworkOf(values.template, values.yes);
  const session = values.session ?? process.env.LECTERN_SESSION;
  const owner = session ?? newPerson();
  const person = typeof owner === 'string' ? null : owner;
  const isNew = makeFolder(folder);
  const space = await spaceOf(service, owner, site).catch((error: unknown) => {
    if (isNew) rmdirSync(folder);
    throw error;
  });
  const files = siteFiles(join(PACKAGE, 'template'), framework);
  files.set(VARIABLES_FILE, variables(service, space, person));
  if (tarballs !== null) takePackages(files, tarballs);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    // Only previews lead to where the site will be; `npm run dev` is on this machine.
    const placed = name.startsWith('lectern/') ? text.replaceAll(LOCAL_SITE, () => site) : text;
    writeFileSync(join(folder, name), placed, name === VARIABLES_FILE ? { mode: OWNER_ONLY } : {});
  }
  console.log(`${frameworks[framework]}: ${files.size} files in ${relative('.', folder) || '.'}`);
  const failed = values['no-install'] ? null : install(folder);
  const isInstalled = !values['no-install'] && failed === null;
  console.log(nextSteps({ folder, isInstalled, service, site, space, person }));
  if (failed !== null) throw new Refusal(`\n\`npm ${failed}\` failed, see above. The space and the files are there.`);
}

/** Starters are written in TypeScript, which Node runs as it is. */
function requireNode(): void {
  if (!process.features.typescript)
    throw new Refusal(`Node ${process.versions.node} does not run TypeScript. Install Node 22.18 or a newer one.`);
}

function requireEmpty(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory() || readdirSync(folder).some((name) => !NOT_OF_SITES.includes(name)))
    throw new Refusal(`${folder} is not an empty folder; name a new one.`);
}

/** Before there is an account or a space, which nobody wants without a site. @returns whether there was none */
function makeFolder(folder: string): boolean {
  try {
    const made = mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return made !== undefined;
  } catch (error) {
    throw new Refusal(`Nothing can be written into ${folder}: ${(error as Error).message}`);
  }
}

/** Paths of the packages in a folder. */
function tarballsIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const tarballs = names.filter((name) => name.startsWith('lectern-') && name.endsWith('.tgz'));
  if (tarballs.length === 0) throw new Refusal(`There are no packages of Lectern in ${folder}.`);
  return tarballs.map((name) => join(folder, name));
}

/** @throws Refusal that names the option */
function addressOf(option: string, given: string): string {
  const address = httpAddress(given);
  if (address === null) throw new Refusal(`"${given}" is not an http URL; correct ${option}.`);
  return address;
}

async function requireService(service: string): Promise<void> {
  const healthy = await fetch(`${service}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
  if (!healthy)
    throw new Refusal(
      `No Lectern answers at ${service}. Start it with \`npm start\` in its folder, or name another one with --service.`,
    );
}

async function frameworkOf(given: string | undefined, yes: boolean): Promise<Framework> {
  const names = Object.keys(frameworks) as Framework[];
  const isFramework = (name: string | undefined): name is Framework => names.some((one) => one === name);
  if (isFramework(given)) return given;
  if (given !== undefined) throw new Refusal(`There is no template "${given}", only ${names.join(', ')}.`);
  if (yes) return 'next';
  if (!process.stdin.isTTY) throw new Refusal('Nobody is there to be asked: give --template or --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  const asked = terminal.question(`Which framework? ${names.join(', ')} (next) `, { signal: left.signal });
  const answer = await asked.catch(() => {
    throw new Refusal('\nNothing was made.');
  });
  terminal.close();
  const name = answer.trim().toLowerCase() || 'next';
  if (!isFramework(name)) throw new Refusal(`There is no template "${name}", only ${names.join(', ')}.`);
  return name;
}

/** An account of its own for each site: on a machine where somebody tries things, nobody has one yet. */
function newPerson(): Person {
  const [name, password] = [randomBytes(4).toString('hex'), randomBytes(12).toString('base64url')];
  return { email: `editor-${name}@example.com`, password };
}

/** @param owner somebody with a session, or to be signed up */
async function spaceOf(service: string, owner: string | Person, site: string): Promise<NewSpace> {
  const token = typeof owner === 'string' ? owner : await signUp(service, owner);
  return makeSpace(service, token, site, join(PACKAGE, 'pictures'));
}

function variables(service: string, space: NewSpace, person: Person | null): string {
  return `# Not for git: these are keys.
LECTERN_URL=${service}
LECTERN_SPACE=${space.id}
LECTERN_TOKEN=${space.delivery}
LECTERN_MANAGEMENT_KEY=${space.management}
LECTERN_WEBHOOK_SECRET=${space.webhookSecret ?? ''}
${person === null ? '' : `# Studio: ${service}/studio, ${person.email}, ${person.password}\n`}`;
}

/** Where packages come from a folder, npm is told their files. */
function takePackages(files: Map<string, string>, tarballs: readonly string[]): void {
  const manifest = JSON.parse(files.get('package.json') ?? '{}');
  for (const name of Object.keys(manifest.dependencies)) {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    const tarball = tarballs.find((one) => name.startsWith('@lectern/') && basename(one).startsWith(start));
    if (tarball !== undefined) manifest.dependencies[name] = `file:${tarball}`;
  }
  files.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the command of npm that failed, if one did */
function install(folder: string): string | null {
  // By a shell, as npm is a script on Windows.
  for (const command of ['install --no-audit --no-fund --loglevel=error', 'run --silent types'])
    if (spawnSync(`npm ${command}`, { cwd: folder, stdio: 'inherit', shell: true }).status !== 0) return command;
  return null;
}

interface Made {
  readonly folder: string;
  readonly isInstalled: boolean;
  readonly service: string;
  readonly site: string;
  readonly space: NewSpace;
  readonly person: Person | null;
}

function nextSteps({ folder, isInstalled, service, site, space, person }: Made): string {
  const where = relative('.', folder);
  const commands = [
    ...(where === '' ? [] : [`cd ${where}`]),
    ...(isInstalled ? [] : ['npm install && npm run types']),
    `npm run dev        ${LOCAL_SITE}`,
  ];
  const studio = person === null ? '' : `, log in as ${person.email} with ${person.password} (also in .env)`;
  const hook =
    space.webhookSecret === null
      ? `\nThe service sends no webhooks to ${site}: start it with LECTERN_WEBHOOK_ALLOW=127.0.0.1, add a webhook for ${site}/lectern in Studio, and put its secret into .env.`
      : '';
  return `\n${commands.map((command) => `  ${command}`).join('\n')}\n\nStudio: ${service}/studio${studio}${hook}`;
}
