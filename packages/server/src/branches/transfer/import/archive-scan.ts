/**
 * Checks an archive before anything is imported: that its format and version are known, that it is complete, and that it contains
 * nothing unexpected. Files are checked against their hash, and every line is parsed. Invariant: nothing is imported from a
 * rejected archive.
 */
import { createHash } from 'node:crypto';
import { isBlank } from '../../../content/import/records.ts';
import { kindNames } from '../../../content/kinds/content-kind.ts';
import { contentKind } from '../../../content/kinds/kinds.ts';
import { WEBHOOKS_MAX } from '../../../events/webhooks/webhooks.ts';
import { LOCALES_MAX } from '../../../model/spaces/locale-plan.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { readTarHeader, TAR_BLOCK_BYTES, TarError, type TarHeader, tarPadding } from '../../../platform/kit/tar.ts';
import { isRecordMember, MANIFEST_BYTES_MAX, type Member, memberAt } from '../format.ts';
import { linesOf, parseLine } from './archive-lines.ts';
import { ByteSource } from './byte-source.ts';

/** A step of the scan ends after this many bytes or files. */
const STEP_BYTES = 64 * 1_048_576;
const STEP_MEMBERS = 500;

/** Maximum lines of the files whose records belong to the space, which can have no more. */
const LINES_MAX = { locale: LOCALES_MAX, webhook: WEBHOOKS_MAX };

/** An error in an archive; the message says where. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/** A file in the archive. */
export interface ScannedMember {
  readonly path: string;
  readonly rank: string;
  /** Position in the archive where its content begins. */
  readonly begins: number;
  readonly size: number;
}

/** The result of one step of the scan. */
export interface ScannedStep {
  readonly members: readonly ScannedMember[];
  /** Position of the next header. */
  readonly next: number;
  readonly isEnd: boolean;
}

/**
 * Checks some files.
 * @param stream the archive from position `at`, where a header begins
 * @throws ArchiveError
 */
export async function scanSome(stream: AsyncIterable<Buffer>, at: number, signal: AbortSignal): Promise<ScannedStep> {
  const source = new ByteSource(stream);
  const members: ScannedMember[] = [];
  const pace = new Pace();
  const ended = (isEnd: boolean) => ({ members, next: at + source.taken, isEnd });
  try {
    while (source.taken < STEP_BYTES && members.length < STEP_MEMBERS) {
      signal.throwIfAborted();
      const block = await source.take(TAR_BLOCK_BYTES);
      const header = block.length === 0 ? null : headerIn(block);
      if (header === null) return ended(true);
      const begins = at + source.taken;
      const member = header.isFolder ? undefined : await look(header, source, signal);
      if (member !== undefined)
        members.push({ path: header.path, rank: rankOf(header.path, member), begins, size: header.size });
      await source.take(tarPadding(header.size));
      await pace.restIfDue();
    }
    return ended(false);
  } finally {
    await source.close();
  }
}

/** Orders files with records for the import: by environment, with types before what they describe. */
export function rankOf(path: string, member: Member): string {
  if (!isRecordMember(member)) return '';
  return `${member.environment}/${kindNames.indexOf(member.kind) + 1}/${path}`;
}

/** A rank after all files of an environment. */
export function rankBehind(environment: string): string {
  return `${environment}/9`;
}

async function look({ path, size }: TarHeader, source: ByteSource, signal: AbortSignal): Promise<Member> {
  const member = memberAt(path);
  if (member === undefined)
    throw new ArchiveError(
      `"${path}" is not a file of an export; leave it out, or check that the archive is of the folder itself.`,
    );
  try {
    if (member.kind === 'file') await checkFile(path, member.hash, source.pieces(size));
    else if (member.kind === 'manifest') await checkSmall(path, size, source);
    else await checkLines(path, member, { source, size, signal });
  } catch (error) {
    throw source.isExhausted ? cutOff(path) : error;
  }
  if (source.isExhausted) throw cutOff(path);
  return member;
}

function cutOff(path: string): ArchiveError {
  return new ArchiveError(`The archive ends inside "${path}"; send all of it.`);
}

async function checkFile(path: string, hash: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const found = createHash('sha256');
  for await (const piece of pieces) found.update(piece);
  if (found.digest('hex') !== hash)
    throw new ArchiveError(`"${path}" does not have the hash that is its name; it is damaged.`);
}

async function checkSmall(path: string, size: number, source: ByteSource): Promise<void> {
  if (size > MANIFEST_BYTES_MAX) throw new ArchiveError(`"${path}" has more than ${MANIFEST_BYTES_MAX} bytes.`);
  await source.take(size);
}

/**
 * Each line must be a record of the file's kind, and the keys must increase, so that none occurs twice. Content types, which are few,
 * may be in any order: components come before what has them inside.
 */
async function checkLines(
  path: string,
  member: Exclude<Member, { kind: 'manifest' | 'file' }>,
  { source, size, signal }: { source: ByteSource; size: number; signal: AbortSignal },
): Promise<void> {
  const pace = new Pace();
  const types = new Set<string>();
  let before = '';
  let number = 0;
  try {
    for await (const { bytes } of linesOf(source.pieces(size), { at: 0, size })) {
      number += 1;
      signal.throwIfAborted();
      const linesMax = isRecordMember(member) ? contentKind(member.kind).records.linesMax : LINES_MAX[member.kind];
      if (linesMax !== null && number > linesMax)
        throw new ArchiveError(`The file has more than ${linesMax} lines; leave out what is not needed.`);
      if (!isBlank(bytes)) before = keyBehind(before, recordIn(bytes, member), member, types);
      await pace.restIfDue();
    }
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof ArchiveError)) throw error;
    throw new ArchiveError(
      `${path}, line ${number + (error instanceof ArchiveError || number > 0 ? 0 : 1)}: ${error.message}`,
    );
  }
}

function recordIn(bytes: Buffer, { kind }: Member): Readonly<Record<string, unknown>> {
  const value = parseLine(bytes);
  const [[name, record] = [], ...others] = Object.entries(typeof value === 'object' && value !== null ? value : {});
  if (name === kind && others.length === 0 && typeof record === 'object' && record !== null && !Array.isArray(record))
    return record as Record<string, unknown>;
  throw new ArchiveError(`Give an object with the key ${kind} alone, which holds the record.`);
}

/** @param types the content types of the lines before; receives that of the line */
function keyBehind(
  before: string,
  record: Readonly<Record<string, unknown>>,
  member: Member,
  types: Set<string>,
): string {
  if (member.kind === 'webhook') return '';
  const name = isRecordMember(member) ? contentKind(member.kind).records.keyName : 'code';
  const key = record[name];
  if (typeof key !== 'string' || key === '') throw new ArchiveError(`Give the record a ${name}.`);
  if (member.kind === 'entry' && record.content_type !== member.contentType)
    throw new ArchiveError(`Entries in this file have the content type "${member.contentType}"; move this one.`);
  if (key === before || types.has(key))
    throw new ArchiveError(`The ${name} "${key}" appears twice; keep one of the lines.`);
  if (member.kind === 'content_type') {
    types.add(key);
    return key;
  }
  if (key < before) throw new ArchiveError(`Sort the lines by ${name}, by bytes; "${key}" comes after "${before}".`);
  return key;
}

function headerIn(block: Buffer): TarHeader | null {
  try {
    return readTarHeader(block);
  } catch (error) {
    if (error instanceof TarError) throw new ArchiveError(error.message);
    throw error;
  }
}
