/**
 * Reads a form with a file. The file is written to disk as it arrives, before or after the fields. Invariant: nothing of a form is
 * left in the spool, whether it was accepted, rejected or aborted.
 */
import { addAbortSignal } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILE_NAME_CHARACTERS_MAX } from '../../../../contract/src/assets.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { Repeat } from '../../platform/kit/clock.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import type { Spool } from '../files/spool.ts';
import { cleanFileName } from './file-name.ts';
import type { UploadedFile } from './intake.ts';
import { withMinimumPace } from './upload-pace.ts';
import type { UploadQueue } from './upload-queue.ts';

const MEGABYTE = 1_048_576;
const FIELDS_MAX = 10;
const FIELD_NAME_BYTES_MAX = 100;
const FIELD_BYTES_MAX = MEGABYTE;
const PART_HEADERS_MAX = 50;
/** How much larger than its file a form may be, in bytes. */
const FORM_BYTES_MAX = FIELDS_MAX * FIELD_BYTES_MAX;
const FILE_FIELD = 'file';
const BROKEN_FORM_CODES = new Set([
  'FST_MP_PREMATURE_CLOSE',
  'FST_INVALID_MULTIPART_CONTENT_TYPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
]);

/** A received form. */
export interface Upload {
  /** The text fields by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | null;
}

export interface UploadParts {
  readonly spool: Spool;
  /** The queue shared by all uploads of the process. */
  readonly line: UploadQueue;
  /** Largest file, in bytes. */
  readonly bytesMax: number;
  /** Calls the check of the upload's pace periodically; optional. */
  readonly repeat?: Repeat;
}

/**
 * Reads the form of a request when its turn comes, and runs a handler with it.
 * @param use the handler; when it ends, so does the turn, and the file is removed from the spool
 * @throws `payload_too_large`, `malformed_request`, `validation_failed`, or `request_timeout` if it is too slow
 */
export async function withUpload<T>(
  request: FastifyRequest,
  parts: UploadParts,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  rejectTooLong(request, parts.bytesMax);
  return parts.line.take(request, async () => {
    const upload = await readAtPace(request, parts);
    try {
      return await use(upload);
    } finally {
      if (upload.file !== null) await parts.spool.remove(upload.file.path);
    }
  });
}

async function readAtPace(request: FastifyRequest, parts: UploadParts): Promise<Upload> {
  const givenUp = new AbortController();
  const reading = readForm(request, parts, givenUp.signal);
  try {
    return await withMinimumPace(request.raw, reading, parts.repeat);
  } catch (error) {
    givenUp.abort();
    // The rest of the body is read and discarded, so that the client can read the response.
    request.raw.resume();
    throw refusalOf(error);
  }
}

/** @param givenUp aborts a file that is still arriving */
async function readForm(request: FastifyRequest, parts: UploadParts, givenUp: AbortSignal): Promise<Upload> {
  let file: UploadedFile | null = null;
  const fields: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: limitsOf(parts.bytesMax) })) {
      if (part.type === 'field') fields[part.fieldname] = readField(part, fields);
      else {
        addAbortSignal(givenUp, part.file);
        file = await readFile(part, file, parts);
      }
      givenUp.throwIfAborted();
    }
    return { fields, file };
  } catch (error) {
    if (file !== null) await parts.spool.remove(file.path);
    throw error;
  }
}

function limitsOf(bytesMax: number) {
  return {
    files: 1,
    fileSize: bytesMax,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + 2,
    fieldNameSize: FIELD_NAME_BYTES_MAX,
    fieldSize: FIELD_BYTES_MAX,
    headerPairs: PART_HEADERS_MAX,
  };
}

async function readFile(
  part: MultipartFile,
  earlier: UploadedFile | null,
  { spool, bytesMax }: UploadParts,
): Promise<UploadedFile> {
  if (part.fieldname !== FILE_FIELD) {
    const message = `Send the file in a part named ${FILE_FIELD}, not ${quoted(part.fieldname)}.`;
    throw invalid(part.fieldname.slice(0, FIELD_NAME_BYTES_MAX), 'unknown', message);
  }
  if (earlier !== null) throw moreThanOne();
  if (hasControlCharacters(part.filename)) throw invalid(FILE_FIELD, 'pattern', NAME_ADVICE);
  const fileName = cleanFileName(part.filename);
  if (fileName.length > FILE_NAME_CHARACTERS_MAX) {
    const message = `Use a file name of at most ${FILE_NAME_CHARACTERS_MAX} characters; this one has ${fileName.length}.`;
    throw invalid(FILE_FIELD, 'max_length', message, { limit: FILE_NAME_CHARACTERS_MAX, given: fileName.length });
  }
  part.file.once('limit', () => part.file.destroy(tooLarge(bytesMax)));
  const spooled = await spool.receive(part.file);
  if (spooled.size > 0) return { ...spooled, fileName };
  await spool.remove(spooled.path);
  throw invalid(FILE_FIELD, 'empty', 'The file is empty; send one with content.');
}

function readField(part: MultipartValue, earlier: Readonly<Record<string, string>>): string {
  const { fieldname: name, value } = part;
  const path = name.slice(0, FIELD_NAME_BYTES_MAX);
  if (name === FILE_FIELD) throw invalid(path, 'type', 'Send the file as a part with a file name, not as text.');
  if (name in earlier) throw invalid(path, 'once', `Give ${quoted(name)} once.`);
  if (part.fieldnameTruncated) throw invalid(path, 'unknown', `There is no ${quoted(name)} here; remove it.`);
  if (part.valueTruncated)
    throw invalid(path, 'max_length', `Use at most ${FIELD_BYTES_MAX} bytes.`, {
      limit: FIELD_BYTES_MAX,
      unit: 'bytes',
    });
  // A part declared as JSON arrives parsed.
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Rejects immediately if the declared length is too large. */
function rejectTooLong({ headers, raw }: FastifyRequest, bytesMax: number): void {
  if (Number(headers['content-length'] ?? 0) <= bytesMax + FORM_BYTES_MAX) return;
  raw.resume();
  throw tooLarge(bytesMax);
}

function tooLarge(bytesMax: number): DomainError {
  const megabytes = bytesMax / MEGABYTE;
  const message = `The file is larger than ${megabytes} MB (${bytesMax} bytes); send a smaller one, or raise LECTERN_UPLOAD_MAX.`;
  return new DomainError('payload_too_large', message, { limit: bytesMax });
}

function moreThanOne(): DomainError {
  return invalid(FILE_FIELD, 'once', 'Send one file per asset.');
}

/** Translates errors of the form parser; other errors are returned unchanged. */
function refusalOf(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_FILES_LIMIT':
      return moreThanOne();
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return invalid('body', 'max_items', `Send at most ${FIELDS_MAX} fields beside the file.`, { limit: FIELDS_MAX });
    case 'FST_PROTO_VIOLATION':
      return invalid('body', 'key', 'A field has a name that is not allowed; rename it.');
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return new DomainError('malformed_request', 'A field declared as JSON does not parse; send JSON or plain text.');
    default:
      return isBrokenForm(error, code) ? brokenForm() : error;
  }
}

/** If the body is not a form at all, the parser throws plain errors without a code. */
function isBrokenForm(error: Error, code: unknown): boolean {
  if (code === undefined) return error.constructor === Error;
  return BROKEN_FORM_CODES.has(String(code));
}

function brokenForm(): DomainError {
  const message = 'The body is not a complete form; send multipart/form-data with its boundary, to the end.';
  return new DomainError('malformed_request', message);
}
