/** The address of one process or node of the service, for commands that ask about that process alone. */
import { ConfigurationError } from '../platform/config/configuration-error.ts';
import { type Environment, readVariables } from '../platform/config/read-variables.ts';
import { clientVariables, serviceVariables } from '../platform/config/variables.ts';
import { ownAddress } from '../platform/http/own-address.ts';
import { UsageError } from './arguments.ts';

const { HOST, PORT, LECTERN_HEALTH_PORT } = serviceVariables;
const { LECTERN_URL } = clientVariables;

/**
 * The value of `--url`, or else of LECTERN_URL, or else this machine with the ports that its service has, the health port first.
 * @param given the value of `--url`
 * @returns a URL without a trailing `/`
 * @throws UsageError if it is no http URL; ConfigurationError if a variable is invalid
 */
export function nodeAddress(given: string | undefined, environment: Environment): string {
  const { values, problems } = readVariables({ HOST, PORT, LECTERN_HEALTH_PORT, LECTERN_URL }, environment);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const named = given ?? ((environment.LECTERN_URL ?? '').trim() === '' ? undefined : values.LECTERN_URL);
  const url = named ?? ownAddress({ publicUrl: null, host: values.HOST }, values.LECTERN_HEALTH_PORT ?? values.PORT);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`"${url}" is not an http URL; set --url to one such as http://127.0.0.1:4000.`);
  return url.replace(/\/+$/, '');
}
