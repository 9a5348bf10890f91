/**
 * The command `lectern health`: whether a running service is well, for scripts and supervisors. It loads no part of the service, and
 * opens neither its database nor its folder.
 */
import type { Environment } from '../../platform/config/read-variables.ts';
import { exitCodes, readArguments } from '../arguments.ts';
import { nodeAddress } from '../node-address.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { readSmallResponse } from '../small-response.ts';

const usage = `Usage: lectern health [--alive | --writes] [--url <url>] [--json]

Asks a running service whether it is ready for requests (/readyz), and ends with 0 if it is, and with 1 if it is not, or does not
respond within 3 seconds.

  --alive       only whether the process responds (/healthz)
  --writes      ready only while it takes writes
  --url <url>   another node, or its health port; by default LECTERN_URL, or else this machine with HOST and
                LECTERN_HEALTH_PORT or PORT
  --json        print the response as JSON`;

const RESPONSE_MAX_MS = 3_000;
const BODY_CHARACTERS_MAX = 100_000;

/** What the service said; null where it did not respond, with the reason. */
interface Checked {
  readonly isWell: boolean;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern health`
 * @returns the exit code
 * @throws ConfigurationError if a variable of the address is invalid
 */
export function runHealth(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage, output }, async () => {
    const { values, switches } = readArguments(argv, {
      values: ['url'],
      switches: ['alive', 'writes', 'json'],
      words: [],
    });
    const url = nodeAddress(values.get('url'), environment);
    const ready = switches.has('writes') ? '/readyz?writes=required' : '/readyz';
    const checked = await check(`${url}${switches.has('alive') ? '/healthz' : ready}`);
    const { isWell, body, reason } = checked;
    if (switches.has('json')) output.print(JSON.stringify({ url, healthy: isWell, response: body, reason }));
    else if (isWell) output.print(`${url} is well${statesOf(body)}.`);
    else output.printError(`${url} is not well${statesOf(body)}: ${reason}`);
    return isWell ? exitCodes.done : exitCodes.failed;
  });
}

/** What a response says of the parts, such as ` (database: ok, writes: ok)`. */
function statesOf(body: Checked['body']): string {
  const states = ['database', 'writes'].flatMap((name) =>
    typeof body?.[name] === 'string' ? [`${name}: ${body[name]}`] : [],
  );
  return states.length === 0 ? '' : ` (${states.join(', ')})`;
}

async function check(url: string): Promise<Checked> {
  const signal = AbortSignal.timeout(RESPONSE_MAX_MS);
  try {
    const { status, text } = await readSmallResponse(url, { signal, charactersMax: BODY_CHARACTERS_MAX });
    return checkedOf(status, text);
  } catch (error) {
    const late = `there was no response within ${RESPONSE_MAX_MS / 1_000} seconds.`;
    return { isWell: false, body: null, reason: signal.aborted ? late : `${(error as Error).message}.` };
  }
}

function checkedOf(status: number, text: string): Checked {
  const body = parsed(text);
  if (body === null) return { isWell: false, body, reason: `its response ${status} is not that of Lectern.` };
  if (status === 200) return { isWell: true, body, reason: null };
  const { detail } = body as { detail?: { message?: unknown } };
  return {
    isWell: false,
    body,
    reason: typeof detail?.message === 'string' ? detail.message : `it responded ${status}.`,
  };
}

/** The object in a response of `/healthz` or `/readyz`; null if it is something else. */
function parsed(text: string): Checked['body'] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'status' in body ? { ...body } : null;
  } catch {
    return null;
  }
}
