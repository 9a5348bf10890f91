/** Tables, as text for whoever runs the bench and as the page that is kept. */
import { writeFileSync } from 'node:fs';
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

/** Writes the page. @param command what was run */
export function keep(tables: readonly Table[], command: string): void {
  const [minuteLoad] = os.loadavg();
  const opening = `# Performance

Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}, load of the machine at the end
${minuteLoad?.toFixed(1)}. The service, the bare server and the load generator share the cores, so read the shares and the CPU
times, not the rates. The *bare* server is \`node:http\` that checks a token and answers the same bytes from memory. How each
case is made: \`bench/cases.ts\`; how to run a part of it: \`bench/README.md\`. This page is written by that command.
`;
  writeFileSync(PAGE, [opening, ...tables.map(markdown)].join('\n'));
}
