/**
 * The command `lectern types`: writes the model of an environment as one TypeScript file, says whether the file is up to date, or
 * keeps it so. It needs a key that reads, and nothing else of the service.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { placeOf } from '../place.ts';
import {
  type CommandFrame,
  ENVIRONMENT,
  exitCodes,
  failed,
  messageOf,
  programFrame,
  serviceUrl,
  unreadArguments,
  type Variables,
  WrongUse,
} from '../program/command-frame.ts';
import { parsed, Transport } from '../transport.ts';
import type { ClientOptions } from '../types/client.ts';
import { readModel } from './delivered-model.ts';
import { type FollowOptions, followModel } from './follow-model.ts';
import { haveSameTypes, modelFile } from './model-file.ts';

const OUT = 'src/lectern.ts';

/** How the command is used. */
const typesUsage = `Usage: lectern types [options]

Writes the content model of a space as TypeScript, for createClient of @lectern/client.

  --out <file>              the file (default: ${OUT})
  --check                   write nothing, and exit with 1 if the file is not up to date
  --watch                   go on, and write whenever the model changes, or what is published says more of it
  --environment <name>      the environment (default: LECTERN_ENVIRONMENT, or ${ENVIRONMENT})
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a delivery or preview key (default: LECTERN_TOKEN)`;

const options = {
  out: { type: 'string', default: OUT },
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  environment: { type: 'string' },
  url: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** For tests: how requests are made, and how often watching asks. */
type WatchFrame = CommandFrame & Omit<FollowOptions, 'signal'> & Pick<ClientOptions, 'fetch'>;

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
  try {
    const given = read(argv);
    if (given.help) {
      frame.print(typesUsage);
      return exitCodes.done;
    }
    const url = serviceUrl(given.url, variables);
    const token = given.token ?? variables.LECTERN_TOKEN;
    if (!token)
      throw new WrongUse('There is no token; set LECTERN_TOKEN to a delivery key, in the environment or in `.env`.');
    const environment = given.environment ?? (variables.LECTERN_ENVIRONMENT || ENVIRONMENT);
    return await write({ ...given, url, token, environment }, frame);
  } catch (error) {
    return failed('types', error, frame);
  }
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw unreadArguments(error);
  }
}

interface Source {
  readonly url: string;
  readonly token: string;
  readonly environment: string;
}

async function write(
  { out, check, watch, ...source }: Source & { out: string; check: boolean; watch: boolean },
  frame: WatchFrame,
): Promise<number> {
  const client = await clientOf(source, frame);
  const transport = new Transport(placeOf(client), client);
  const text = modelFile(await readModel(transport));
  const before = await textOf(out);
  const isSame = before !== null && haveSameTypes(text, before);
  if (check && !isSame) {
    const command = out === OUT ? 'lectern types' : `lectern types --out ${out}`;
    frame.printError(`${out} ${before === null ? 'does not exist' : 'is not up to date'}; run \`${command}\`.`);
  }
  if (check) return isSame ? exitCodes.done : exitCodes.failed;
  await put(out, text);
  frame.print(`${out} ${isSame ? 'was up to date' : 'is written'}.`);
  if (watch) await keep({ out, text }, client, transport, frame);
  return exitCodes.done;
}

/** Where the key reads: it knows its space. */
async function clientOf({ url, token, environment }: Source, { fetch }: WatchFrame): Promise<ClientOptions> {
  const given = { url, token, environment, ...(fetch ? { fetch } : {}) };
  const { text } = await new Transport(`${url}/delivery/`, given).read('token-info');
  return { ...given, space: parsed<{ space: { id: string } }>(text).space.id };
}

/** Writes the file whenever it would be another one, until the signal of the frame. A service that is away is asked again. */
function keep(
  file: { out: string; text: string },
  client: ClientOptions,
  transport: Transport,
  { print, printError, ...how }: WatchFrame,
): Promise<void> {
  let { text: written } = file;
  let problem = '';
  const read = async () => {
    try {
      const text = modelFile(await readModel(transport));
      if (text !== written) {
        await put(file.out, text);
        print(`${file.out} is written.`);
        written = text;
      }
      problem = '';
    } catch (error) {
      if (messageOf(error) !== problem) printError(messageOf(error));
      problem = messageOf(error);
    }
    return problem === '';
  };
  return followModel(client, read, how);
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The text of a file; null where there is no file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
