/**
 * Which part of the server, and of the packages of importers, of sites and of the contract, may import which. The wings are ordered, and so
 * are the rooms of a wing; there are no import cycles, neither between files nor between neighbouring folders. A room uses the
 * rules that another room exports, never its store or its routes.
 */
import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

const SERVER = 'packages/server/src/';
/** What all packages have in common: it imports none of them. */
const CONTRACT = 'packages/contract/src/';
/** The readers of foreign files, for commands alone; they know nothing of the server but the contract. */
const IMPORTERS = 'packages/import/src/';
/** What sites import, and the types that they make; it knows the service by HTTP. */
const CLIENT = 'packages/client/src/';
/** Every room, lowest first. Those of one row know nothing of each other. */
const ROWS: readonly (readonly string[])[] = [
  [CONTRACT],
  ['platform/kit'],
  ['platform/errors'],
  ['platform/config', 'platform/database'],
  ['platform/journal', 'platform/jobs'],
  ['platform/http', 'platform/outgoing', 'platform/backup', 'platform/tracing'],
  ['platform/request-limits'],
  ['model/spaces'],
  ['model/fields'],
  ['model/content-types'],
  ['events/webhooks', 'events/audit'],
  ['identity/actors'],
  ['identity/accounts'],
  ['identity/keys'],
  ['identity/auth'],
  ['identity/sso'],
  ['identity/scim'],
  ['identity/removal', 'identity/operator'],
  ['identity/identity.ts'],
  ['reading/search'],
  ['reading/query'],
  ['reading/query-string'],
  ['reading/delivery'],
  ['reading/sync'],
  ['content/files'],
  ['content/assets'],
  ['content/entries'],
  ['content/kinds'],
  ['content/import', 'content/views', 'content/change-sets', 'content/migrations'],
  ['content/preview-links'],
  ['branches/environments', 'branches/aliases', 'branches/merging'],
  ['branches/transfer', 'branches/restoring'],
  ['ai'],
  ['planes'],
  ['composition'],
  ['app.ts'],
  [IMPORTERS, CLIENT],
  ['commands'],
];
const PLANES_ROW = ROWS.findIndex((rooms) => rooms.includes('planes'));

/** Imports that point the wrong way, as sentences that say what to do. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files.filter(isProduct).flatMap((file) => [
    ...wrongPackages(file),
    ...file.imports
      .filter(isOurs)
      .map((target) => complaintOf(file.path, target))
      .filter((complaint) => complaint !== null)
      .map((complaint) => `${file.path}: ${complaint}`),
  ]);
}

/** The contract is bundled into browsers: nothing in it reads, sends or depends on anything. */
function wrongPackages({ path, packages }: SourceFile): string[] {
  if (!path.startsWith(CONTRACT)) return [];
  return packages.map((name) => `${path}: imports ${name}; the contract is plain data and pure functions.`);
}

/** Files that belong to no room. */
export function homeless(files: readonly SourceFile[]): string[] {
  return files
    .filter(isProduct)
    .map(({ path }) => path)
    .filter((path) => placeOf(path) === null);
}

/** Whether a file is part of what is installed, and no test. */
export function isProduct(file: SourceFile): boolean {
  return isOurs(file.path) && !file.path.endsWith('.test.ts');
}

function isOurs(path: string): boolean {
  return [SERVER, IMPORTERS, CLIENT, CONTRACT].some((folder) => path.startsWith(folder));
}

function complaintOf(path: string, target: string): string | null {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (from === null || to === null || from.room === to.room) return null;
  if (from.row < to.row) return `imports ${target}, which stands above it; hand over what it needs as an argument.`;
  if ([IMPORTERS, CLIENT].includes(from.room) && to.room !== CONTRACT)
    return `imports ${target}; importers and the client know the contract alone, so hand over what else they need as an argument.`;
  if (from.row === to.row) return `imports ${target}, which stands beside it; join them where both are handed over.`;
  const name = posix.basename(target, '.ts');
  if (isStore(name)) return `imports a store of ${to.room}; use a rule that ${to.room} exports.`;
  if (name === 'routes' && from.row < PLANES_ROW)
    return `imports the routes of ${to.room}; only a plane registers them.`;
  return null;
}

/** The room of a file, and its row. */
export function placeOf(path: string): { readonly room: string; readonly row: number } | null {
  const inside = path.startsWith(SERVER) ? path.slice(SERVER.length) : path;
  for (const [row, rooms] of ROWS.entries()) {
    const room = rooms.find((name) => inside === name || inside.startsWith(name.endsWith('/') ? name : `${name}/`));
    if (room !== undefined) return { room, row };
  }
  return null;
}

/** Whether a file name, without `.ts`, says that the file holds SQL. */
export function isStore(name: string): boolean {
  return name === 'store' || name.endsWith('-store');
}

/** Circles of imports between files: each as the files on it, in order, the first one once more at its end. */
export function fileCircles(files: readonly SourceFile[]): string[][] {
  return circlesIn(new Map(files.map((file) => [file.path, file.imports])));
}

/**
 * Circles of imports between folders that stand side by side, each taken with all that is in it. A folder and those
 * inside it are one thing that is told in several files, and may import each other.
 */
export function folderCircles(files: readonly SourceFile[]): string[][] {
  const imports = new Map<string, Set<string>>();
  for (const { path, imports: targets } of files) {
    for (const target of targets) {
      const [from, to] = whereTheyPart(path, target);
      if (from !== null && to !== null) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return circlesIn(imports);
}

/** The two folders side by side, inside the innermost one that holds both paths, that hold one each; null for a file. */
function whereTheyPart(from: string, to: string): [string | null, string | null] {
  const [fromParts, toParts] = [from.split('/'), to.split('/')];
  const depth = fromParts.findIndex((part, index) => part !== toParts[index]);
  const folderOf = (parts: string[]) => (parts.length > depth + 1 ? parts.slice(0, depth + 1).join('/') : null);
  return [folderOf(fromParts), folderOf(toParts)];
}

function circlesIn(imports: ReadonlyMap<string, Iterable<string>>): string[][] {
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
  for (const path of imports.keys()) visit(path);
  return circles;
}
