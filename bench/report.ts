/** The tables of a run as text, and the machine it ran on. */
import os from 'node:os';

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The machine and the runtime, in one line. */
export function machine(): string {
  const [processor] = os.cpus();
  return `${os.cpus().length} × ${processor?.model ?? 'unknown processor'}, Node ${process.version}`;
}

/** The table in Markdown, with columns as wide as their widest cell. */
export function markdown({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [
    `## ${title}`,
    '',
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...body.map(line),
    '',
  ].join('\n');
}
