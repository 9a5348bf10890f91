/** The address and token of the service that a command uses, from its options and variables. */
import { readClientConfig } from '../platform/config/config.ts';
import type { Environment } from '../platform/config/read-variables.ts';
import { type Arguments, UsageError } from './arguments.ts';
import type { ServiceAddress } from './service-client.ts';

/**
 * Options take precedence over variables.
 * @throws UsageError if there is no valid URL or no token; ConfigurationError if a variable is invalid
 */
export function serviceAddress(given: Arguments, environment: Environment): ServiceAddress {
  const config = readClientConfig(environment);
  const url = given.values.get('url') ?? config.url;
  const token = given.values.get('token') ?? config.secrets.token;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`"${url}" is not an http URL; set --url to one such as http://127.0.0.1:4000.`);
  if (token === null || token === '')
    throw new UsageError('There is no token; set --token or LECTERN_TOKEN to a management key.');
  return { url: url.replace(/\/+$/, ''), token };
}
