/**
 * Which part of Studio may import which: `ui, api, languages ← drafts, rich-text ← fields ← frame ← screens ← routes`.
 * No screen imports another, and the component library is known to `ui` alone. Of the other packages it imports the contract alone.
 */
import type { SourceFile } from './source-file.ts';

const STUDIO = 'packages/studio/src/';
const CONTRACT = 'packages/contract/src/';
const SCREENS = 'screens/';
/** Lowest first; what stands in one row knows nothing of its neighbours. */
const ROWS: readonly (readonly string[])[] = [
  ['languages', 'api', 'ui'],
  ['drafts', 'rich-text'],
  ['fields'],
  ['frame'],
  ['screens'],
  ['routes.tsx'],
  ['main.tsx'],
];
const LIBRARY = /^(?:@mantine\/|lucide-react$)/;

/** Imports of Studio that point the wrong way, as sentences that say what to do. */
export function wrongStudioArrows(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(STUDIO) && !/\.test\.tsx?$/.test(path))
    .flatMap((file) => [...wrongImports(file), ...wrongPackages(file)]);
}

function wrongImports({ path, imports }: SourceFile): string[] {
  const from = placeOf(path);
  return imports
    .filter((target) => !target.startsWith(CONTRACT))
    .flatMap((target) => {
      if (!target.startsWith(STUDIO)) return [`${path} imports ${target}; move what both need into ${CONTRACT}.`];
      const to = placeOf(target);
      if (from.room === to.room || from.row > to.row) return [];
      if (from.row < to.row) return [`${path} imports ${target}, which stands above it; hand over what it needs.`];
      return [`${path} imports ${target}, which stands beside it; move what both need into the row below.`];
    });
}

function wrongPackages({ path, packages }: SourceFile): string[] {
  if (placeOf(path).room === 'ui') return [];
  return packages
    .filter((name) => LIBRARY.test(name))
    .map((name) => `${path} imports ${name}; export what it needs from ui/.`);
}

/** The room of a file, each screen being one, and its row. */
function placeOf(path: string): { readonly room: string; readonly row: number } {
  const [top = '', below = ''] = path.slice(STUDIO.length).split('/');
  const room = `${top}/` === SCREENS ? SCREENS + below : top;
  return { room, row: ROWS.findIndex((rooms) => rooms.includes(top)) };
}
