/**
 * Sends records through the import route in requests of the allowed size, and collects the result for each. What
 * depended on later records (links, a slug that moved) is sent a second time at the end.
 */

import { ServiceError } from '../service-client.ts';
import type { ImportRecord, LineResult } from './records.ts';

/** The route accepts 8 MiB per request. */
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
/** Enough to keep the service busy, few enough to see progress. */
const REQUEST_LINES_MAX = 500;

/** The outcome for a record. */
export interface RecordOutcome {
  readonly record: ImportRecord;
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
export async function sendRecords(
  records: readonly ImportRecord[],
  sending: Sending,
): Promise<readonly RecordOutcome[]> {
  const first = await sendOnce(records, sending.post, sending.onProgress);
  const again = first.filter(dependsOnOthers);
  if (again.length === 0) return first;
  const second = await sendOnce(
    again.map((outcome) => outcome.record),
    sending.post,
    () => undefined,
  );
  const better = new Map(second.map((outcome) => [outcome.record, outcome]));
  return first.map((outcome) => afterSecond(outcome, better.get(outcome.record)));
}

/** Groups records into requests within the route's limits. */
export function requestsOf(records: readonly ImportRecord[]): readonly (readonly ImportRecord[])[] {
  const requests: ImportRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = sizeOf(record);
    const current = requests.at(-1);
    if (current === undefined || current.length === REQUEST_LINES_MAX || bytes + size > REQUEST_BYTES_MAX) {
      requests.push([record]);
      bytes = size;
    } else {
      current.push(record);
      bytes += size;
    }
  }
  return requests;
}

async function sendOnce(
  records: readonly ImportRecord[],
  post: Sending['post'],
  onProgress: Sending['onProgress'],
): Promise<readonly RecordOutcome[]> {
  const outcomes = new Map<ImportRecord, RecordOutcome>();
  for (const record of records.filter((one) => sizeOf(one) > REQUEST_BYTES_MAX)) outcomes.set(record, tooLarge(record));
  for (const request of requestsOf(records.filter((one) => !outcomes.has(one)))) {
    const results = resultsIn(await post(request.map((record) => record.line)), request.length);
    for (const [index, record] of request.entries()) outcomes.set(record, outcomeOf(record, results[index]));
    onProgress(outcomes.size);
  }
  return records.flatMap((record) => outcomes.get(record) ?? []);
}

function resultsIn(response: unknown, expected: number): readonly LineResult[] {
  const results = (response as { results?: LineResult[] } | null)?.results;
  if (Array.isArray(results) && results.length === expected) return results;
  throw new ServiceError(
    `The import route did not return ${expected} results; check that the service has the same version.`,
  );
}

function outcomeOf(record: ImportRecord, line: LineResult | undefined): RecordOutcome {
  if (line === undefined) throw new ServiceError('The import route returned no result for a line.');
  return {
    record,
    id: line.id,
    result: line.result,
    warnings: line.warnings ?? [],
    ...(line.error === undefined ? {} : { error: line.error }),
  };
}

function tooLarge(record: ImportRecord): RecordOutcome {
  const message = `The record is larger than the ${REQUEST_BYTES_MAX} bytes that a request may have.`;
  return { record, id: null, result: 'refused', warnings: [], error: { code: 'payload_too_large', message } };
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

function sizeOf(record: ImportRecord): number {
  return Buffer.byteLength(record.line) + 1;
}
