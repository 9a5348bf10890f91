/**
 * Files and locales as the readers of all sources name them, and where a file may be in the folder of `--assets`. No path
 * leads out of that folder, whatever an export says.
 */

/** A file of an imported asset. */
export interface ExportedFile {
  /** Key of the asset. */
  readonly key: string;
  /** What notes call the asset. */
  readonly about: string;
  /** Empty to use the name in its path. */
  readonly fileName: string;
  /** Paths where it may be, relative to the folder. */
  readonly places: readonly string[];
}

/** The paths that stay inside the folder, each once. */
export function placesInside(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter(
    (path) => path !== '' && !path.includes('\0') && !path.split(/[/\\]/).includes('..'),
  );
}

/** A path without percent signs; as it is where they are broken. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
