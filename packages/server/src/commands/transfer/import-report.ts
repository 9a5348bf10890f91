/** What the import of a folder did, or would do, as text. */
import type { Job } from './job.ts';

/** An import as the service shows it. */
export interface FolderImport extends Job {
  readonly dry_run: boolean;
  readonly counts: Readonly<Record<string, Counts>>;
  readonly results: readonly Result[];
  readonly truncated: boolean;
}

interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

interface Result {
  readonly environment: string | null;
  readonly kind: string;
  readonly key: string;
  readonly result: keyof Counts;
  readonly warnings: readonly Problem[];
  readonly error: { readonly message: string; readonly errors?: readonly Problem[] } | null;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

const KINDS: Readonly<Record<string, string>> = {
  space: 'settings',
  locale: 'locales',
  environment: 'environments',
  alias: 'aliases',
  content_type: 'content types',
  asset: 'assets',
  entry: 'entries',
  webhook: 'webhooks',
};
const COLUMN = 15;

/** Whether everything is as in the folder, or would be. */
export function isWhole({ status, counts }: FolderImport): boolean {
  return status === 'done' && Object.values(counts).every(({ refused }) => refused === 0);
}

/** The import as text, several lines. */
export function reportText(done: FolderImport, folder: string): string {
  const title = done.dry_run ? `Would import ${folder}. Nothing was written.` : `Imported ${folder}.`;
  const counts = Object.entries(KINDS).flatMap(([kind, name]) => {
    const ofKind = done.counts[kind];
    return ofKind === undefined ? [] : [`  ${name.padEnd(COLUMN)}${countsText(ofKind, done.dry_run)}`];
  });
  const isRefused = ({ error }: Result) => error !== null;
  const lines = [
    done.status === 'done' ? title : `The import of ${folder} failed: ${done.error}`,
    ...(counts.length === 0 ? [] : ['', ...counts]),
    ...section('Refused', done.results.filter(isRefused)),
    ...section(
      done.dry_run ? 'Would change' : 'Imported with warnings',
      done.results.filter((result) => !isRefused(result)),
    ),
    ...(done.truncated ? ['', 'There are more; only the first ones are listed.'] : []),
  ];
  return lines.join('\n');
}

function countsText({ created, updated, unchanged, refused }: Counts, isDryRun: boolean): string {
  const [made, changed] = isDryRun ? ['to create', 'to change'] : ['created', 'changed'];
  return `${created} ${made}, ${updated} ${changed}, ${unchanged} unchanged, ${refused} refused`;
}

function section(title: string, results: readonly Result[]): string[] {
  return results.length === 0 ? [] : ['', `${title}:`, ...results.map((result) => `  ${resultText(result)}`)];
}

function resultText({ environment, kind, key, result, warnings, error }: Result): string {
  const name = `${environment === null ? '' : `${environment}: `}${kind.replace('_', ' ')} ${key}`;
  const problems = error === null ? warnings : [{ path: '', message: error.message }, ...(error.errors ?? [])];
  const words = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return words.length === 0 ? `${name}: ${result}` : `${name}: ${words.join(' ')}`;
}
