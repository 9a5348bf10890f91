/** Reads files with one record per line, with the position of each line, a bounded number at a time. */
import type { Readable } from 'node:stream';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { JSON_CONTAINERS_MAX, JSON_KEYS_MAX, parseJsonBody } from '../../../platform/http/json-body.ts';
import { LINE_BYTES_MAX } from '../format.ts';

const LINE_FEED = 0x0a;
/** A line has the content of two request bodies: both states of an entry. */
const BOUNDS = { keys: 2 * JSON_KEYS_MAX, containers: 2 * JSON_CONTAINERS_MAX };

/** A line of a file. */
export interface ArchiveLine {
  /** Position in the file where it begins. */
  readonly at: number;
  /** Without the line break. */
  readonly bytes: Buffer;
  /** Position where the next line begins. */
  readonly next: number;
}

/** The maximum to read at a time; at least one line is read. */
export interface LineBounds {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * The first lines of a stream.
 * @param at position in the file where the stream begins
 * @throws `payload_too_large` for a line that is too long
 */
export async function readSomeLines(
  stream: Readable,
  { at, size }: { at: number; size: number },
  bounds: LineBounds,
): Promise<ArchiveLine[]> {
  const lines: ArchiveLine[] = [];
  let bytes = 0;
  for await (const line of linesOf(stream, { at, size })) {
    lines.push(line);
    bytes += line.bytes.length;
    if (lines.length >= bounds.lines || bytes >= bounds.bytes) break;
  }
  return lines;
}

/** All lines of a stream, including empty ones. @param place.size bytes of the whole file */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  { at, size }: { at: number; size: number },
): AsyncGenerator<ArchiveLine> {
  let begin = at;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const bytes = Buffer.concat([...held, chunk.subarray(from, end)]);
      rejectLong(bytes.length);
      yield { at: begin, bytes, next: begin + bytes.length + 1 };
      begin += bytes.length + 1;
      from = end + 1;
      [held, heldBytes] = [[], 0];
    }
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    rejectLong(heldBytes);
  }
  if (heldBytes > 0) yield { at: begin, bytes: Buffer.concat(held), next: size };
}

/** @throws `malformed_request` or `validation_failed` */
export function parseLine(bytes: Buffer): unknown {
  return parseJsonBody(bytes, BOUNDS);
}

function rejectLong(length: number): void {
  if (length <= LINE_BYTES_MAX) return;
  const message = `A line has more than ${LINE_BYTES_MAX} bytes; shorten its record.`;
  throw new DomainError('payload_too_large', message, { limit: LINE_BYTES_MAX });
}
