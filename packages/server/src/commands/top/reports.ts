/** The sum of the figures of all processes behind one address. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Figure, RequestReport } from '../../platform/http/request-figures.ts';
import { ServiceError } from '../service-client.ts';

const TIMEOUT_MS = 5_000;
/** Processes of one service at most. */
const PROCESSES_MAX = 64;
const BODY_CHARACTERS_MAX = 10_000_000;

/** The figures of one process. */
export interface ProcessReport extends RequestReport {
  /** Its number among several; null if it is alone. */
  readonly worker: number | null;
}

/** The figures of all of them. */
export interface TopReport extends RequestReport {
  /** How many processes it is of. */
  readonly processes: number;
}

/** Where the service is. */
export interface TopService {
  readonly url: string;
  /** `LECTERN_METRICS_TOKEN`. */
  readonly token: string;
}

/**
 * Asks each process once. Processes that share a port take connections in turn, so once one responds a second time, all
 * have responded.
 * @throws ServiceError if the service cannot be reached, or does not know the token
 */
export async function readReports(service: TopService): Promise<ProcessReport[]> {
  const reports = new Map<number | null, ProcessReport>();
  for (let asked = 0; asked < PROCESSES_MAX; asked++) {
    const report = await readReport(service);
    if (reports.has(report.worker)) break;
    reports.set(report.worker, report);
    if (report.worker === null) break;
  }
  return [...reports.values()];
}

/** The figures of all processes together. @param limit how many of each */
export function mergedReports(reports: readonly ProcessReport[], limit: number): TopReport {
  const of = (kind: 'spaces' | 'keys' | 'routes') => merged(reports.flatMap((report) => report[kind])).slice(0, limit);
  const slowest = reports.flatMap((report) => report.slowest);
  return {
    processes: reports.length,
    seconds: Math.max(...reports.map(({ seconds }) => seconds)),
    spaces: of('spaces'),
    keys: of('keys'),
    routes: of('routes'),
    slowest: slowest.sort((one, other) => other.duration_ms - one.duration_ms).slice(0, limit),
  };
}

function merged(figures: readonly Figure[]): Figure[] {
  const sums = new Map<string, Figure>();
  for (const { name, requests, failures, ms } of figures) {
    const sum = sums.get(name) ?? { name, requests: 0, failures: 0, ms: 0 };
    sums.set(name, { name, requests: sum.requests + requests, failures: sum.failures + failures, ms: sum.ms + ms });
  }
  return [...sums.values()].sort((one, other) => other.ms - one.ms || other.requests - one.requests);
}

/** On a connection of its own. */
function readReport({ url, token }: TopService): Promise<ProcessReport> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<ProcessReport>();
  const fail = (reason: string) => reject(new ServiceError(`${url} did not send its figures: ${reason}`));
  const options = { agent: false, timeout: TIMEOUT_MS, headers: { authorization: `Bearer ${token}` } };
  const request = send(`${url}/metrics/top`, options, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('error', (error) => fail(error.message));
    response.on('data', (piece: string) => {
      text += piece;
      if (text.length > BODY_CHARACTERS_MAX) response.destroy(new Error('the response is too large'));
    });
    response.on('end', () => {
      if (response.statusCode === 200) {
        const report = parsed(text);
        if (report === undefined) fail('its response is not JSON, so it may be another program');
        else resolve(report);
      } else if (response.statusCode === 404) fail('its LECTERN_METRICS_TOKEN is a different one, or is not set');
      else fail(`it responded with status ${response.statusCode}`);
    });
  });
  request.on('timeout', () => request.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
  request.on('error', (error) => fail(error.message));
  request.end();
  return promise;
}

function parsed(text: string): ProcessReport | undefined {
  try {
    return JSON.parse(text) as ProcessReport;
  } catch {
    return undefined;
  }
}
