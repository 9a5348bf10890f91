/** Functions of the product that are too long to be read at once. Closures count towards the function that contains them. */
import type { SourceFile } from './source-file.ts';

const LINES_MAX = 70;
const PRODUCT = /^packages\/[\w-]+\/src\/.*(?<!\.test)\.tsx?$/;
/** Those that would be harder to read in pieces, by path and name, with the reason. */
const LONG_ON_PURPOSE: Readonly<Record<string, string>> = {
  'packages/server/src/identity/identity.ts createIdentity':
    'builds each part once, in their order, and decides nothing',
};

/**
 * Long functions that are not listed, and listed ones that are long no more, as sentences that say what to do.
 * @param listed the reason for each, by path and name
 */
export function longFunctions(
  files: readonly SourceFile[],
  listed: Readonly<Record<string, string>> = LONG_ON_PURPOSE,
): string[] {
  const long = files
    .filter(({ path }) => PRODUCT.test(path))
    .flatMap(({ path, functions }) => functions.map((one) => ({ ...one, path, key: `${path} ${one.name}` })))
    .filter(({ lines }) => lines > LINES_MAX);
  const unlisted = long
    .filter(({ key }) => !(key in listed))
    .map(
      ({ path, line, name, lines }) =>
        `${path}:${line}: ${name} has ${lines} lines, more than ${LINES_MAX}; split it by what it does.`,
    );
  const stale = Object.keys(listed).filter((key) => !long.some((one) => one.key === key));
  return [...unlisted, ...stale.map((key) => `${key} is not long any more; take it out of tidy/long-functions.ts.`)];
}
