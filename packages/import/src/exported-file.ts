/**
 * Files and locales in the form used by the readers of all sources, and where a file may be in the folder of `--assets`. No path
 * leads out of that folder, whatever an export contains.
 */

/** A file of an imported asset. */
export interface ExportedFile {
  /** Key of the asset. */
  readonly key: string;
  /** How notes name the asset. */
  readonly about: string;
  /** Empty to use the file name in its path. */
  readonly fileName: string;
  /** Possible paths, relative to the folder. */
  readonly places: readonly string[];
}

/** The distinct paths that stay inside the folder. */
export function placesInside(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter(
    (path) => path !== '' && !path.includes('\0') && !path.split(/[/\\]/).includes('..'),
  );
}

/** Decodes the percent signs of a path; returns it unchanged if they are malformed. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
