/**
 * What an import did, and what it could not do and why: as JSON for programs (`--json`) and as text for people. The
 * text groups similar problems, so that a thousand entries with one problem are one line.
 */

import type { Note } from '@lectern/import/notes.ts';
import {
  type RecordKind,
  type RecordViolation,
  type RefusedRecord,
  recordName,
  type Titles,
  type TypeCount,
  titleKey,
} from '@lectern/import/records.ts';
import type { LocalesOutcome } from './locales.ts';
import { cameLines, grouped, noteSections, refusedLines, section, textOf } from './report-sections.ts';
import type { FileOutcome } from './send-files.ts';
import type { RecordOutcome } from './send-records.ts';

/** How many records of a kind had which outcome. */
export interface Counts {
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** How many files of assets had which outcome. */
export interface FileCounts {
  readonly total: number;
  readonly uploaded: number;
  readonly unchanged: number;
  /** Not where the files are. */
  readonly missing: number;
  readonly refused: number;
}

/** Something that was imported but could not be published by hand. */
export interface RecordWarning extends RecordViolation {
  readonly kind: RecordKind;
  readonly key: string;
  readonly title?: string;
}

export interface ImportReport {
  readonly file: string;
  readonly space: string;
  readonly environment: string;
  readonly locales: LocalesOutcome;
  readonly content_types: Counts;
  readonly assets: Counts;
  readonly entries: Counts;
  /** What the file holds, by content type. */
  readonly came: readonly TypeCount[];
  /** Null if files were left out. */
  readonly files: FileCounts | null;
  readonly refused: readonly RefusedRecord[];
  readonly warnings: readonly RecordWarning[];
  readonly notes: readonly Note[];
}

/** The input of a report. */
export interface ReportParts {
  readonly file: string;
  readonly space: string;
  readonly environment: string;
  readonly locales: LocalesOutcome;
  readonly outcomes: readonly RecordOutcome[];
  /** The outcomes of the files; null if they were left out. */
  readonly files: readonly FileOutcome[] | null;
  /** What was rejected before it was sent. */
  readonly unsent: readonly RefusedRecord[];
  readonly notes: readonly Note[];
  readonly titles: Titles;
  readonly came: readonly TypeCount[];
}

/** Builds a report. */
export function makeReport(parts: ReportParts): ImportReport {
  const { file, space, environment, locales, outcomes, files, unsent, notes, titles, came } = parts;
  const refused = [...unsent, ...outcomes.flatMap(refusalOf), ...(files ?? []).flatMap(fileRefusal)];
  return {
    file,
    space,
    environment,
    locales,
    content_types: countsOf('content_type', outcomes, unsent),
    assets: countsOf('asset', outcomes, unsent),
    entries: countsOf('entry', outcomes, unsent),
    came,
    files: files === null ? null : fileCounts(files),
    refused: refused.map((record) => ({ ...record, ...titleOf(record, titles) })),
    warnings: outcomes.flatMap(({ record, warnings }) =>
      warnings.map((warning) => ({ kind: record.kind, key: record.key, ...titleOf(record, titles), ...warning })),
    ),
    notes,
  };
}

/** Whether everything in the file was imported. */
export function isComplete({ refused, locales, files }: ImportReport): boolean {
  return refused.length === 0 && locales.refused.length === 0 && (files?.missing ?? 0) === 0;
}

/** The report as text, several lines. */
export function reportText(report: ImportReport): string {
  const { locales } = report;
  const sections = [
    [
      `Imported ${report.file} into space ${report.space}, environment ${report.environment}.`,
      '',
      `  locales        ${locales.created.length} created, ${locales.updated.length} updated, ${locales.unchanged.length} unchanged, ${locales.refused.length} refused`,
      `  content types  ${countsText(report.content_types)}`,
      `  assets         ${countsText(report.assets)}`,
      `  entries        ${countsText(report.entries)}`,
      ...cameLines(report.came),
      ...(report.files === null ? [] : [`  files          ${fileCountsText(report.files)}`]),
    ],
    section('Rejected, and not imported', [...localeLines(locales), ...refusedLines(report.refused)]),
    section('Imported, but cannot be published as it is', grouped(report.warnings.map(warningLine))),
    ...noteSections(report.notes),
  ];
  return textOf(sections);
}

function countsOf(kind: RecordKind, outcomes: readonly RecordOutcome[], unsent: readonly RefusedRecord[]): Counts {
  const results = outcomes.filter((outcome) => outcome.record.kind === kind).map((outcome) => outcome.result);
  const notSent = unsent.filter((record) => record.kind === kind).length;
  const count = (result: RecordOutcome['result']) => results.filter((one) => one === result).length;
  return {
    total: results.length + notSent,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused') + notSent,
  };
}

function fileCounts(files: readonly FileOutcome[]): FileCounts {
  const count = (expected: FileOutcome['result']) => files.filter(({ result }) => result === expected).length;
  return {
    total: files.length,
    uploaded: count('uploaded'),
    unchanged: count('unchanged'),
    missing: count('missing'),
    refused: count('refused'),
  };
}

function fileRefusal({ key, result, error }: FileOutcome): readonly RefusedRecord[] {
  return result === 'refused' && error !== undefined ? [{ kind: 'asset', key, ...error }] : [];
}

function refusalOf({ record, result, error }: RecordOutcome): readonly RefusedRecord[] {
  if (result !== 'refused') return [];
  const { code = 'unknown', message = 'The service gave no reason.', errors } = error ?? {};
  return [{ kind: record.kind, key: record.key, code, message, ...(errors === undefined ? {} : { errors }) }];
}

function countsText(counts: Counts): string {
  return `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.refused} refused`;
}

function fileCountsText({ uploaded, unchanged, missing, refused }: FileCounts): string {
  return `${uploaded} uploaded, ${unchanged} unchanged, ${missing} missing, ${refused} refused`;
}

function localeLines({ refused }: LocalesOutcome): readonly string[] {
  return refused.map((locale) => `locale ${locale.code}: ${locale.message}`);
}

function warningLine({ path, message, ...record }: RecordWarning): {
  readonly about: string;
  readonly message: string;
} {
  return { about: `${recordName(record)}, ${path}`, message };
}

function titleOf({ kind, key }: { kind: RecordKind; key: string }, titles: Titles): { readonly title?: string } {
  const title = titles.get(titleKey(kind, key)) ?? '';
  return title === '' ? {} : { title };
}
