/** Tables, as text for the terminal and as the generated page. */
import { appendFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';

const PAGE = new URL('../docs/reference/performance.md', import.meta.url);

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

/**
 * Writes the page, or adds to it.
 * @param command the command line
 */
export function keep(tables: readonly Table[], command: string, how: 'whole' | 'added'): void {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const [minuteLoad] = os.loadavg();
  const run = `# ${when}\n\n\`${command}\`\n\n${machine()}; load of the machine at the end ${minuteLoad?.toFixed(1)}.\n`;
  const text = [run, ...tables.map(markdown)].join('\n');
  if (how === 'added') appendFileSync(PAGE, `\n${text}`);
  else writeFileSync(PAGE, `${OPENING}\n${text}`);
}

const OPENING = `# Performance

The service, the bare server and the load generator share the cores, so read the shares and the CPU times, not the rates: a
load of the machine above its cores means that others worked on it too. The *bare* server is \`node:http\` that checks a
token and answers the same bytes from memory. How each case is made: \`bench/cases.ts\`; how to run a part: \`bench/README.md\`.
This page is written by the commands in it.
`;
