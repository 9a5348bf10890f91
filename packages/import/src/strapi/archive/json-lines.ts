/**
 * Reads the lines of a JSONL file of an archive, keeping only one line in memory, up to a limit. A line that is not JSON, or is
 * nested too deeply to process, ends the import before anything is written.
 */
import { parseJson } from '../../exact-json.ts';
import { ExportFileError } from '../../export-file-error.ts';
import { isRecord } from '../../json-object.ts';
import type { ArchivedFile } from './archive-file.ts';

/** Maximum bytes of one entry with all its content. The import route accepts records of up to 1 MiB. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NESTING_MAX = 200;
const [LINE_FEED, QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [10, 34, 92, 91, 93, 123, 125];

/** One line that contains an object. */
export interface JsonLine {
  readonly value: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
}

/**
 * Reads the objects of a file in order; empty lines are skipped.
 * @throws ExportFileError that names the file and the line
 */
export async function* jsonLines({ name, bytes }: ArchivedFile): AsyncGenerator<JsonLine> {
  let number = 0;
  for await (const line of linesOf(bytes, name)) {
    number += 1;
    if (line.length === 0) continue;
    const where = `Line ${number} of ${name}`;
    requireFlat(line, where);
    yield { value: parsed(line, where), bytes: line, number };
  }
}

/**
 * Reads a file that is one JSON object.
 * @throws ExportFileError
 */
export async function jsonObject({ name, bytes }: ArchivedFile): Promise<JsonLine['value']> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    requireShort(size, name);
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  requireFlat(whole, name);
  return parsed(whole, name);
}

async function* linesOf(bytes: ArchivedFile['bytes'], name: string): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const part of bytes) {
    let start = 0;
    for (let end = part.indexOf(LINE_FEED); end !== -1; end = part.indexOf(LINE_FEED, start)) {
      kept.push(part.subarray(start, end));
      requireShort(size + end - start, `Line ${number} of ${name}`);
      yield Buffer.concat(kept);
      [kept, size, start] = [[], 0, end + 1];
      number += 1;
    }
    kept.push(part.subarray(start));
    size += part.length - start;
    requireShort(size, `Line ${number} of ${name}`);
  }
  yield Buffer.concat(kept);
}

function requireShort(size: number, where: string): void {
  if (size > LINE_BYTES_MAX)
    throw new ExportFileError(`${where} has more than ${LINE_BYTES_MAX} bytes; take it out and export again.`);
}

/** @throws ExportFileError if brackets outside of strings are nested too deeply */
function requireFlat(line: Uint8Array, where: string): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < line.length; index += 1) {
    const byte = line[index];
    if (isText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > NESTING_MAX)
      throw new ExportFileError(
        `${where} is nested more than ${NESTING_MAX} levels deep; take it out and export again.`,
      );
  }
}

function parsed(line: Buffer, where: string): JsonLine['value'] {
  let value: unknown;
  try {
    value = parseJson(line.toString('utf8'));
  } catch {
    // Node's own message would quote part of the line, which may contain anything.
  }
  if (isRecord(value)) return value;
  throw new ExportFileError(`${where} is not a JSON object: the file is damaged; export it again.`);
}
