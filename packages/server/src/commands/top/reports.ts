/** The sum of the figures of all processes behind one address. */
import type { Figure, RequestReport } from '../../platform/http/request-figures.ts';
import { ServiceError } from '../service-client.ts';
import { readSmallResponse } from '../small-response.ts';

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

async function readReport({ url, token }: TopService): Promise<ProcessReport> {
  const fail = (reason: string) => new ServiceError(`${url} did not send its figures: ${reason}`);
  const headers = { authorization: `Bearer ${token}` };
  const limits = { timeout: TIMEOUT_MS, charactersMax: BODY_CHARACTERS_MAX };
  const { status, text } = await readSmallResponse(`${url}/metrics/top`, { headers, ...limits }).catch(
    (error: Error) => {
      throw fail(error.message);
    },
  );
  if (status === 404) throw fail('its LECTERN_METRICS_TOKEN is a different one, or is not set');
  if (status !== 200) throw fail(`it responded with status ${status}`);
  const report = parsed(text);
  if (report === undefined) throw fail('its response is not JSON, so it may be another program');
  return report;
}

function parsed(text: string): ProcessReport | undefined {
  try {
    return JSON.parse(text) as ProcessReport;
  } catch {
    return undefined;
  }
}
