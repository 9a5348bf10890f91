/**
 * What an import did, and what it could not do and why: as JSON for programs (`--json`) and as text for people. The
 * text groups similar problems, so that a thousand entries with one problem are one line.
 */
import type { LocalesOutcome } from './locales.ts';
import type { Note, NoteKind } from './notes.ts';
import type { RecordKind, RecordViolation, RefusedRecord } from './records.ts';
import type { FileOutcome } from './send-files.ts';
import type { RecordOutcome } from './send-records.ts';

/** Items named in one line of the text; the rest is counted. */
const EXAMPLES_MAX = 5;

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
  /** Not in the folder. */
  readonly missing: number;
  readonly refused: number;
}

/** Something that was imported but could not be published by hand. */
export interface RecordWarning extends RecordViolation {
  readonly kind: RecordKind;
  readonly key: string;
}

export interface ImportReport {
  readonly file: string;
  readonly space: string;
  readonly environment: string;
  readonly locales: LocalesOutcome;
  readonly content_types: Counts;
  readonly assets: Counts;
  readonly entries: Counts;
  /** Null if no folder of files was given. */
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
  /** The outcomes of the files; null if no folder was given. */
  readonly files: readonly FileOutcome[] | null;
  /** What was rejected before it was sent. */
  readonly unsent: readonly RefusedRecord[];
  readonly notes: readonly Note[];
}

/** Builds a report. */
export function makeReport(parts: ReportParts): ImportReport {
  const { file, space, environment, locales, outcomes, files, unsent, notes } = parts;
  return {
    file,
    space,
    environment,
    locales,
    content_types: countsOf('content_type', outcomes, unsent),
    assets: countsOf('asset', outcomes, unsent),
    entries: countsOf('entry', outcomes, unsent),
    files: files === null ? null : fileCounts(files),
    refused: [...unsent, ...outcomes.flatMap(refusalOf), ...(files ?? []).flatMap(fileRefusal)],
    warnings: outcomes.flatMap(({ record, warnings }) =>
      warnings.map((warning) => ({ kind: record.kind, key: record.key, ...warning })),
    ),
    notes,
  };
}

/** Whether everything in the file was imported. */
export function isComplete(report: ImportReport): boolean {
  return report.refused.length === 0 && report.locales.refused.length === 0;
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
      ...(report.files === null ? [] : [`  files          ${fileCountsText(report.files)}`]),
    ],
    section('Refused, and not in the service', refusedLines(report)),
    section('Taken, but publishing would refuse it', grouped(report.warnings.map(warningLine))),
    ...noteSections.map(([kind, title]) => section(title, grouped(report.notes.filter((note) => note.kind === kind)))),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const noteSections: readonly (readonly [NoteKind, string])[] = [
  ['left_out', 'Could not be carried over'],
  ['changed', 'Is different here'],
  ['edited_since', 'Edited since it was published'],
  ['missing_link', 'Links whose target is not in the file'],
];

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
  return `${uploaded} uploaded, ${unchanged} unchanged, ${missing} not in the folder, ${refused} refused`;
}

function refusedLines(report: ImportReport): readonly string[] {
  const locales = report.locales.refused.map((locale) => `locale ${locale.code}: ${locale.message}`);
  const records = report.refused.map((record) => {
    const details = (record.errors ?? []).map((error) => `\n      ${error.path}: ${error.message}`).join('');
    return `${kindText(record.kind)} ${record.key}: ${record.message}${details}`;
  });
  return [...locales, ...records];
}

function warningLine({ kind, key, path, message }: RecordWarning): {
  readonly about: string;
  readonly message: string;
} {
  return { about: `${kindText(kind)} ${key}, ${path}`, message };
}

function kindText(kind: RecordKind): string {
  return kind.replace('_', ' ');
}

/** One line per message, with its first few subjects. */
function grouped(facts: readonly { readonly about: string; readonly message: string }[]): readonly string[] {
  const byMessage = Map.groupBy(facts, (fact) => fact.message);
  return [...byMessage].map(([message, alike]) => {
    const named = alike.slice(0, EXAMPLES_MAX).map((fact) => fact.about);
    const rest = alike.length - named.length;
    return `${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}: ${message}`;
  });
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  - ${line}`)];
}
