/**
 * Sends records through the import route in requests that it takes, and keeps what came back for each. What depended
 * on records that came later (links, a slug that moved) is sent a second time at the end.
 */

import { ServiceError } from '../service-client.ts';
import type { ImportRecord, LineResult } from './records.ts';

/** The route takes 8 MiB a request. */
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
/** Enough to keep the service busy, few enough to see progress. */
const REQUEST_LINES_MAX = 500;

/** What became of a record. */
export interface RecordOutcome {
  readonly record: ImportRecord;
  /** Id in the service; null where it was refused. */
  readonly id: string | null;
  readonly result: LineResult['result'];
  readonly warnings: LineResult['warnings'];
  readonly error?: LineResult['error'];
}

export interface Sending {
  /** Sends lines to the import route and gives its response. */
  readonly post: (lines: readonly string[]) => Promise<unknown>;
  /** Told how many records are through after each request. */
  readonly onProgress: (done: number) => void;
}

/**
 * Sends all records, in order.
 * @throws ServiceError where the service refuses a request as a whole
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

/** Takes records for requests: in order, none of them larger than the route allows. */
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
    `The import route did not answer with ${expected} results; is the service of the same version?`,
  );
}

function outcomeOf(record: ImportRecord, line: LineResult | undefined): RecordOutcome {
  if (line === undefined) throw new ServiceError('The import route left a line without a result.');
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

/** What the first sending made is still made where the second one found nothing left to do. */
function afterSecond(first: RecordOutcome, second: RecordOutcome | undefined): RecordOutcome {
  if (second === undefined) return first;
  const isDone = second.result === 'unchanged' && first.result !== 'refused';
  return isDone ? { ...second, result: first.result } : second;
}

function sizeOf(record: ImportRecord): number {
  return Buffer.byteLength(record.line) + 1;
}
