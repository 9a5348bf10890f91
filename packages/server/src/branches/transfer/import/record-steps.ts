/**
 * Imports the records of an archive, a bounded number per write. The same write stores the progress, so that after a crash no line
 * is imported twice or skipped. A dry run takes the same path, but writes only its results.
 */

import type { ContentImport, LineResult } from '../../../content/import/import.ts';
import { type ImportLine, isBlank, recordLine } from '../../../content/import/records.ts';
import type { KindName } from '../../../content/kinds/content-kind.ts';
import { contentKind } from '../../../content/kinds/kinds.ts';
import type { Models } from '../../../model/content-types/models.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import { isRecordMember, memberAt } from '../format.ts';
import type { ImportMemberRow, ImportRow } from '../tables.ts';
import type { TransferFiles } from '../transfer-files.ts';
import { type ArchiveLine, parseLine, readSomeLines } from './archive-lines.ts';
import { rankBehind } from './archive-scan.ts';
import type { AssetImport } from './asset-import.ts';
import { compareRecords } from './comparison.ts';
import * as store from './store.ts';
import { type ResourceResult, refusedBy, type StoredResult } from './tally.ts';

/** Maximum bytes that one step reads. */
const STEP_BYTES = 2 * 1_048_576;
/** Maximum files that one step looks at: empty files are skipped together. */
const STEP_MEMBERS = 500;

export interface RecordStepParts {
  readonly database: Database;
  readonly environments: Environments;
  readonly models: Models;
  readonly contentImport: ContentImport;
  readonly files: TransferFiles;
  readonly arrival: AssetImport;
}

/** The progress of the records: after all files up to a rank, or at a line of the file with that rank. */
export interface RecordPlace {
  readonly rank: string;
  /** Null after the end of the file. */
  readonly at: number | null;
}

export const FIRST_PLACE: RecordPlace = { rank: '', at: null };

/** The progress that a step stores, in its open write or in a separate one. */
export interface StoredStep {
  /** Where the import must be, so that no step is performed twice. */
  readonly from: RecordPlace;
  /** Where the next step begins. */
  readonly place: RecordPlace;
  readonly results: readonly StoredResult[];
}

export type StoreStep = (writer: Writer, step: StoredStep) => Promise<void>;

/** The import and its actor. */
export interface RecordTask {
  readonly row: ImportRow;
  readonly actor: Actor;
  readonly place: RecordPlace;
  readonly store: StoreStep;
}

/**
 * Imports some records.
 * @returns false if none are left
 */
export async function importSome(parts: RecordStepParts, task: RecordTask): Promise<boolean> {
  const { row, actor, place } = task;
  const start = { rank: place.rank, isIncluded: place.at !== null };
  const members = await store.membersFrom(parts.database.reader, row.id, start, STEP_MEMBERS);
  const last = members.at(-1);
  if (last === undefined) return false;
  const member = members.find(({ size }) => size > 0);
  if (member === undefined) {
    const behind = placeAt(last, last.size);
    await parts.database.write((writer) => task.store(writer, { from: place, place: behind, results: [] }));
    return true;
  }
  const { kind, name } = targetOf(member, row);
  const environment = await openEnvironment(parts, { actor, row, name });
  if (environment !== null && 'result' in environment) {
    const behind = { rank: rankBehind(environmentIn(member)), at: null };
    await parts.database.write((writer) => task.store(writer, { from: place, place: behind, results: [environment] }));
    return true;
  }
  const lines = await readLines(parts, row, {
    member,
    at: place.at ?? 0,
    limit: contentKind(kind).records.linesAtOnce,
  });
  const step = { member, kind, name, lines };
  if (row.dry_run === 1) await compare(parts, task, { ...step, environment });
  else await write(parts, task, step);
  return true;
}

/** Retries one rejected line, because other records that it depends on may exist by now. */
export async function retryImport(
  parts: RecordStepParts,
  { row, actor }: Pick<RecordTask, 'row' | 'actor'>,
  {
    line,
    settle,
  }: {
    line: { readonly path: string; readonly at: number };
    settle: (writer: Writer, result: StoredResult) => Promise<void>;
  },
): Promise<void> {
  const member = await store.findMember(parts.database.reader, row.id, line.path);
  if (member === undefined) throw new Error(`The file ${line.path} of an import is gone.`);
  const lines = await readLines(parts, row, { member, at: line.at, limit: 1 });
  const { kind, name } = targetOf(member, row);
  const given = await givenLines(parts, row, { kind, name, lines });
  const place = { spaceId: row.space_id, environment: name };
  const alongside = async (writer: Writer, results: readonly LineResult[]) => {
    for (const result of results) await settle(writer, storedResult(result, { member, name, lines }));
  };
  const steps = parts.contentImport.run(actor, place, { lines: given, withEvents: false, alongside });
  for await (const _ of steps);
}

interface RecordStep {
  readonly member: ImportMemberRow;
  readonly kind: KindName;
  /** Name of the environment. */
  readonly name: string;
  readonly lines: readonly ArchiveLine[];
}

async function write(parts: RecordStepParts, task: RecordTask, step: RecordStep): Promise<void> {
  const { row, actor } = task;
  const { lines, name, member } = step;
  const given = await givenLines(parts, row, step);
  const end = placeAt(member, lines.at(-1)?.next ?? member.size);
  if (given.length === 0) {
    await parts.database.write((writer) => task.store(writer, { from: task.place, place: end, results: [] }));
    return;
  }
  /** The place after one of the given lines. */
  const behind = (index: number) => {
    if (index < 0) return task.place;
    return index === given.length - 1
      ? end
      : placeAt(member, lines[(given[index]?.line ?? 1) - 1]?.next ?? member.size);
  };
  const indexOf = (result: LineResult | undefined) => given.findIndex(({ line }) => line === result?.line);
  const alongside = async (writer: Writer, results: readonly LineResult[]) => {
    const [from, place] = [behind(indexOf(results[0]) - 1), behind(indexOf(results.at(-1)))];
    await task.store(writer, { from, place, results: results.map((result) => storedResult(result, step)) });
  };
  const place = { spaceId: row.space_id, environment: name };
  const steps = parts.contentImport.run(actor, place, { lines: given, withEvents: false, alongside });
  // If a write failed, the next one reads the rest of the step again.
  for await (const _ of steps);
}

async function compare(
  { database, models }: RecordStepParts,
  task: RecordTask,
  { member, kind, name, lines, environment }: RecordStep & { readonly environment: Environment | null },
): Promise<void> {
  const model = environment === null ? null : await models.confirmed(environment);
  const records = lines.flatMap(({ bytes }) => (isBlank(bytes) ? [] : [recordIn(bytes)]));
  const results = await compareRecords(database.reader, model, { environment: name, kind, records });
  const place = placeAt(member, lines.at(-1)?.next ?? member.size);
  await database.write((writer) => task.store(writer, { from: task.place, place, results }));
}

/** The lines in the form that the import accepts, with the files of new assets, numbered by their position among those read. */
async function givenLines(
  { arrival }: RecordStepParts,
  row: ImportRow,
  { kind, name, lines }: Pick<RecordStep, 'kind' | 'name' | 'lines'>,
): Promise<ImportLine[]> {
  const given: ImportLine[] = [];
  for (const [index, { bytes }] of lines.entries())
    if (!isBlank(bytes)) given.push(recordLine(index + 1, parseLine(bytes)));
  return kind === 'asset' ? arrival.withFiles(row, name, given) : given;
}

function recordIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  return recordLine(1, parseLine(bytes)).record;
}

async function readLines(
  { files }: RecordStepParts,
  row: ImportRow,
  { member, at, limit }: { member: ImportMemberRow; at: number; limit: number },
): Promise<ArchiveLine[]> {
  const { begins, size } = member;
  if (at >= size) return [];
  const stream = await files.open(row.file, { start: begins + at, end: begins + size - 1 });
  try {
    return await readSomeLines(stream, { at, size }, { lines: limit, bytes: STEP_BYTES });
  } finally {
    stream.destroy();
  }
}

/** @returns null for an environment that a dry run would create; a result if it cannot be used */
async function openEnvironment(
  { environments }: RecordStepParts,
  { actor, row, name }: { actor: Actor; row: ImportRow; name: string },
): Promise<Environment | ResourceResult | null> {
  try {
    return await environments.open(actor, row.space_id, name);
  } catch (error) {
    if (row.dry_run === 1 && error instanceof DomainError && error.code === 'not_found') return null;
    return refusedBy(error, { environment: name, kind: 'environment', key: name });
  }
}

function targetOf({ path }: ImportMemberRow, row: ImportRow): { kind: KindName; name: string } {
  const member = memberAt(path);
  if (!isRecordMember(member)) throw new Error(`The file ${path} of an import has no records.`);
  return { kind: member.kind, name: row.environment ?? member.environment };
}

function environmentIn({ rank }: ImportMemberRow): string {
  return rank.slice(0, rank.indexOf('/'));
}

function placeAt({ rank, size }: ImportMemberRow, at: number): RecordPlace {
  return { rank, at: at >= size ? null : at };
}

function storedResult(
  { line, kind, key, result, warnings, error }: LineResult,
  { member, name, lines }: Pick<RecordStep, 'member' | 'name' | 'lines'>,
): StoredResult {
  const at = lines[line - 1]?.at ?? 0;
  return {
    environment: name,
    kind: kind ?? 'entry',
    key: key ?? '',
    result,
    warnings,
    error: error === undefined ? null : { code: error.code, message: error.message, errors: error.errors },
    ...(result === 'refused' ? { line: { path: member.path, at } } : {}),
  };
}
