/**
 * The raw runs in `bench/results/`: one Markdown file a run, which is written once and read back for the tables of
 * `docs/reference/performance.md`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { machine, markdown, type Table } from './report.ts';

const FOLDER = new URL('./results/', import.meta.url);
const NAME_CHARACTERS_MAX = 60;

/** What one run of the bench measured. */
export interface Run {
  /** Name of its file. */
  readonly name: string;
  /** When it ended, in UTC: `2026-11-22 06:16`. */
  readonly at: string;
  readonly tables: readonly Table[];
}

/** Writes a file for a run that ends at this moment. @param command what was run */
export function keepRun(tables: readonly Table[], parts: readonly string[], command: string): void {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const [minuteLoad] = os.loadavg();
  const opening = `# ${at}\n\n\`${command}\`\n\n${machine()}; load of the machine at the end ${minuteLoad?.toFixed(1)}.\n`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(fileName(at, parts), FOLDER), [opening, ...tables.map(markdown)].join('\n'));
}

/** The kept runs, oldest first. */
export function keptRuns(): Run[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => parseRun(name, readFileSync(new URL(name, FOLDER), 'utf8')));
}

/** Reads a run back from the text of its file. */
export function parseRun(name: string, text: string): Run {
  const [opening = '', ...sections] = text.split(/^## /m);
  return { name, at: /^# (.+)$/m.exec(opening)?.[1] ?? '', tables: sections.map(parseTable) };
}

function parseTable(section: string): Table {
  const [title = '', ...lines] = section.split('\n');
  const [columns = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  return { title, columns, rows };
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

/** The file of a run: when it was, and what it measured. */
function fileName(at: string, parts: readonly string[]): string {
  const time = at.replace(' ', '-').replace(':', '');
  return `${time}-${parts.join('-').slice(0, NAME_CHARACTERS_MAX)}.md`;
}
