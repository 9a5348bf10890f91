/**
 * Which part of the server may import which: `kit, errors ← config, database ← journal ← concepts ← planes ←
 * composition ← app ← commands`, and no circles. A concept uses what another exports as its rules, never its store or its routes.
 */
import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

const SERVER = 'packages/server/src/';
/** Every folder and file of the server that is no concept, lowest first. All others are concepts. */
const BELOW_CONCEPTS: readonly (readonly string[])[] = [['kit'], ['errors'], ['config', 'database'], ['journal']];
const CONCEPTS_LEVEL = BELOW_CONCEPTS.length;
const ABOVE_CONCEPTS: readonly (readonly string[])[] = [['planes'], ['composition'], ['app.ts'], ['commands']];

/** Imports that point the wrong way, as sentences that say what to do. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files.filter(isProduct).flatMap((file) =>
    file.imports
      .filter((target) => target.startsWith(SERVER))
      .map((target) => complaintOf(file.path, target))
      .filter((complaint) => complaint !== null)
      .map((complaint) => `${file.path}: ${complaint}`),
  );
}

/** Whether a file is part of the server, and no test. */
export function isProduct(file: SourceFile): boolean {
  return file.path.startsWith(SERVER) && !file.path.endsWith('.test.ts');
}

function complaintOf(path: string, target: string): string | null {
  const [from, to] = [partOf(path), partOf(target)];
  if (from === to) return null;
  if (levelOf(from) < levelOf(to))
    return `imports ${target}, which stands above it; hand over what it needs as an argument.`;
  const name = posix.basename(target, '.ts');
  if (isStore(name)) return `imports a store of ${to}; use a rule that ${to} exports.`;
  if (name === 'routes' && levelOf(from) <= CONCEPTS_LEVEL)
    return `imports the routes of ${to}; only a plane registers them.`;
  return null;
}

/** The folder or file right under `src/`. */
function partOf(path: string): string {
  return path.slice(SERVER.length).split('/')[0] ?? '';
}

function levelOf(part: string): number {
  const below = BELOW_CONCEPTS.findIndex((parts) => parts.includes(part));
  if (below !== -1) return below;
  const above = ABOVE_CONCEPTS.findIndex((parts) => parts.includes(part));
  return above === -1 ? CONCEPTS_LEVEL : CONCEPTS_LEVEL + 1 + above;
}

/** Whether a file name, without `.ts`, says that the file holds SQL. */
export function isStore(name: string): boolean {
  return name === 'store' || name.endsWith('-store');
}

/** Circles of imports: each as the files on it, in order, the first one once more at its end. */
export function importCircles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    const at = way.indexOf(path);
    if (at !== -1) circles.push([...way.slice(at), path]);
    if (at !== -1 || done.has(path)) return;
    way.push(path);
    for (const target of imports.get(path) ?? []) visit(target);
    way.pop();
    done.add(path);
  };
  for (const { path } of files) visit(path);
  return circles;
}
