/**
 * The command `lectern types`: writes the model of an environment as one TypeScript file, says whether the file is up to date, or
 * keeps it so. It needs a key that reads, and nothing else of the service.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { pause } from '../pause.ts';
import { placeOf } from '../place.ts';
import { type CommandFrame, exitCodes, messageOf, programFrame, type Variables } from '../program/command-frame.ts';
import { parsed, Transport } from '../transport.ts';
import { readModel } from './delivered-model.ts';
import { haveSameTypes, modelFile } from './model-file.ts';

const OUT = 'src/lectern.ts';
const ENVIRONMENT = 'master';
const LOCAL_SERVICE = 'http://127.0.0.1:4000';
const WATCH_EVERY_MS = 2_000;

/** How the command is used. */
const typesUsage = `Usage: lectern types [options]

Writes the content model of a space as TypeScript, for createClient of @lectern/client.

  --out <file>              the file (default: ${OUT})
  --check                   write nothing, and exit with 1 if the file is not up to date
  --watch                   go on, and write whenever the model changes
  --environment <name>      the environment (default: ${ENVIRONMENT})
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a delivery or preview key (default: LECTERN_TOKEN)`;

const options = {
  out: { type: 'string', default: OUT },
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  environment: { type: 'string', default: ENVIRONMENT },
  url: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** For tests: how often watching asks. */
interface WatchFrame extends CommandFrame {
  readonly watchEveryMs?: number;
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern types`
 * @param variables of the environment
 * @returns the exit code: 0 done, 1 failed or not up to date, 2 wrong use
 */
export async function runTypes(
  argv: readonly string[],
  variables: Variables,
  frame: WatchFrame = programFrame,
): Promise<number> {
  const wrongUse = (message: string): number => {
    frame.printError(`${message}\n\n${typesUsage}`);
    return exitCodes.wrongUse;
  };
  let given: ReturnType<typeof read>;
  try {
    given = read(argv);
  } catch (error) {
    return wrongUse(messageOf(error));
  }
  if (given.help) {
    frame.print(typesUsage);
    return exitCodes.done;
  }
  const { url = variables.LECTERN_URL || LOCAL_SERVICE, token = variables.LECTERN_TOKEN } = given;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return wrongUse(`"${url}" is not an http URL; set --url or LECTERN_URL.`);
  if (!token) return wrongUse('There is no token; set LECTERN_TOKEN to a delivery key.');
  try {
    return await write({ ...given, url: url.replace(/\/+$/, ''), token }, frame);
  } catch (error) {
    frame.printError(messageOf(error));
    return exitCodes.failed;
  }
}

function read(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options }).values;
}

interface Source {
  readonly url: string;
  readonly token: string;
  readonly environment: string;
}

async function write(
  how: Source & { out: string; check: boolean; watch: boolean },
  frame: WatchFrame,
): Promise<number> {
  const { out, check, watch } = how;
  const transport = await transportOf(how);
  const text = modelFile(await readModel(transport));
  const isSame = haveSameTypes(text, await textOf(out));
  if (check) {
    if (!isSame) frame.printError(`${out} is not up to date; run \`lectern types\`.`);
    return isSame ? exitCodes.done : exitCodes.failed;
  }
  await put(out, text);
  frame.print(`${out} ${isSame ? 'was up to date' : 'is written'}.`);
  if (watch) await follow(transport, { out, text }, frame);
  return exitCodes.done;
}

/** What the key reads: it knows its space. */
async function transportOf({ url, token, environment }: Source): Promise<Transport> {
  const { text } = await new Transport(`${url}/delivery/`, { token }).read('token-info');
  const { space } = parsed<{ space: { id: string } }>(text);
  return new Transport(placeOf({ url, space: space.id, environment, token }), { token });
}

/** Writes the file whenever the types change, until the signal of the frame. A service that is away is asked again. */
async function follow(
  transport: Transport,
  { out, text }: { out: string; text: string },
  { print, printError, signal, watchEveryMs = WATCH_EVERY_MS }: WatchFrame,
): Promise<void> {
  for (let [written, problem] = [text, '']; ; ) {
    await pause(watchEveryMs, signal);
    if (signal?.aborted) return;
    try {
      const next = modelFile(await readModel(transport));
      if (!haveSameTypes(next, written)) {
        await put(out, next);
        print(`${out} is written.`);
        written = next;
      }
      problem = '';
    } catch (error) {
      if (messageOf(error) !== problem) printError(messageOf(error));
      problem = messageOf(error);
    }
  }
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The text of a file; none where there is no file. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
