/**
 * The log: one JSON object per line on standard output, or a readable line for people. Invariant: no token, password or
 * cookie is ever logged, because every finished line is masked.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Api } from './api.ts';
import { masked } from './log-mask.ts';
import { prettyLine } from './pretty-line.ts';
import { callerFields, spaceOf } from './served-request.ts';

const ERROR_CAUSES_MAX = 5;

/** How to log, from the configuration. */
export interface LogSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly format: 'json' | 'pretty';
}

/**
 * Creates the logger of the process.
 * @param onEveryLine fields for every line, such as the number of the worker
 * @param destination standard output by default
 */
export function createLogger(
  { level, format }: LogSettings,
  onEveryLine: Readonly<Record<string, unknown>> = {},
  destination?: DestinationStream,
): Logger {
  const shape = format === 'pretty' ? prettyLine : (line: string) => line;
  return pino(
    {
      level,
      base: { ...onEveryLine },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields, error: errorFields },
      hooks: { streamWrite: (line) => shape(masked(line)) },
    },
    destination ?? pino.destination(1),
  );
}

/**
 * Logs one line for each request to the routes registered on `api` after this call: method, route pattern, status, duration
 * and caller. The URL itself is left out, because it may contain private data.
 */
export function logRequests(api: Api, level: 'info' | 'debug'): void {
  api.addHook('onResponse', (request, reply, done) => {
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? '404',
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ...callerFields(request.caller, spaceOf(request)),
      },
      'request',
    );
    done();
  });
}

/** The part of an error that is logged: never its other properties, since drivers put row values into them. */
function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    message: error.message,
    stack: error.stack,
    ...(cause === undefined || depth === ERROR_CAUSES_MAX ? {} : { cause: errorFields(cause, depth + 1) }),
  };
}
