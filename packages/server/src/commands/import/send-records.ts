/**
 * Sends records through the import route in requests of the allowed size, and collects the result for each. What
 * depended on later records (links, a slug that moved) is sent a second time at the end. Only the records of one request
 * are in memory: for the second time they are read from their source again.
 */

import type { ImportRecord, LineResult, RecordIdentity, Records } from '@lectern/import/records.ts';
import { ServiceError } from '../service-client.ts';

/** The route accepts 8 MiB per request. */
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
/** Enough to keep the service busy, few enough to see progress. */
const REQUEST_LINES_MAX = 500;

/** The outcome for a record. */
export interface RecordOutcome {
  readonly record: RecordIdentity;
  /** Id in the service; null if it was rejected. */
  readonly id: string | null;
  readonly result: LineResult['result'];
  readonly warnings: LineResult['warnings'];
  readonly error?: LineResult['error'];
}

export interface Sending {
  /** Sends lines to the import route and returns its response. */
  readonly post: (lines: readonly string[]) => Promise<unknown>;
  /** Called with the number of finished records after each request. */
  readonly onProgress: (done: number) => void;
}

/**
 * Sends all records, in order.
 * @throws ServiceError if the service rejects a whole request
 */
export async function sendRecords(records: Records, sending: Sending): Promise<readonly RecordOutcome[]> {
  const first = await sendOnce(records, sending.post, sending.onProgress);
  const again = first.filter(dependsOnOthers);
  if (again.length === 0) return first;
  const second = await sendOnce(recordsAmong(records, again), sending.post, () => undefined);
  const better = new Map(second.map((outcome) => [nameOf(outcome.record), outcome]));
  return first.map((outcome) => afterSecond(outcome, better.get(nameOf(outcome.record))));
}

/** Those of the records that the outcomes are about. */
export async function* recordsAmong(
  records: Records,
  outcomes: readonly Pick<RecordOutcome, 'record'>[],
): AsyncGenerator<ImportRecord> {
  const wanted = new Set(outcomes.map(({ record }) => nameOf(record)));
  for await (const record of records) if (wanted.has(nameOf(record))) yield record;
}

/** Groups records into requests within the route's limits; what fits into none is a request of its own. */
export async function* requestsOf(records: Records): AsyncGenerator<readonly ImportRecord[]> {
  let current: ImportRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    const size = sizeOf(record);
    if (current.length === REQUEST_LINES_MAX || (current.length > 0 && bytes + size > REQUEST_BYTES_MAX)) {
      yield current;
      current = [];
      bytes = 0;
    }
    current.push(record);
    bytes += size;
  }
  if (current.length > 0) yield current;
}

async function sendOnce(
  records: Records,
  post: Sending['post'],
  onProgress: Sending['onProgress'],
): Promise<readonly RecordOutcome[]> {
  const outcomes: RecordOutcome[] = [];
  for await (const request of requestsOf(records)) {
    const [only] = request;
    if (only !== undefined && sizeOf(only) > REQUEST_BYTES_MAX) outcomes.push(tooLarge(only));
    else {
      const results = resultsIn(await post(request.map((record) => record.line)), request.length);
      for (const [index, record] of request.entries()) outcomes.push(outcomeOf(record, results[index]));
    }
    onProgress(outcomes.length);
  }
  return outcomes;
}

function resultsIn(response: unknown, expected: number): readonly LineResult[] {
  const results = (response as { results?: LineResult[] } | null)?.results;
  if (Array.isArray(results) && results.length === expected) return results;
  throw new ServiceError(
    `The import route did not return ${expected} results; check that the service has the same version.`,
  );
}

function outcomeOf({ kind, key }: RecordIdentity, line: LineResult | undefined): RecordOutcome {
  if (line === undefined) throw new ServiceError('The import route returned no result for a line.');
  return {
    record: { kind, key },
    id: line.id,
    result: line.result,
    warnings: line.warnings ?? [],
    ...(line.error === undefined ? {} : { error: line.error }),
  };
}

function tooLarge({ kind, key }: RecordIdentity): RecordOutcome {
  const message = `The record is larger than the ${REQUEST_BYTES_MAX} bytes that a request may have.`;
  return {
    record: { kind, key },
    id: null,
    result: 'refused',
    warnings: [],
    error: { code: 'payload_too_large', message },
  };
}

function dependsOnOthers(outcome: RecordOutcome): boolean {
  if (outcome.result === 'refused') return outcome.error?.code !== 'payload_too_large';
  return outcome.warnings.some((warning) => warning.rule === 'link' || warning.rule === 'content_types');
}

/** What the first request created still counts as created if the second one changed nothing. */
function afterSecond(first: RecordOutcome, second: RecordOutcome | undefined): RecordOutcome {
  if (second === undefined) return first;
  const isDone = second.result === 'unchanged' && first.result !== 'refused';
  return isDone ? { ...second, result: first.result } : second;
}

function nameOf({ kind, key }: RecordIdentity): string {
  return `${kind} ${key}`;
}

function sizeOf(record: ImportRecord): number {
  return Buffer.byteLength(record.line) + 1;
}
