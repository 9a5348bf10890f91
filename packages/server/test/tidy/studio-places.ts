/** Screens of Studio that nobody would find: those with an address of their own that no list of places names. */
import type { SourceFile } from './source-file.ts';

const SCREENS = 'packages/studio/src/screens/';
const PLACES = 'packages/studio/src/frame/places.ts';
/** Where the routes below each of these begin. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  spaceRoute: '/spaces/$space/$environment',
  settingsRoute: '/spaces/$space/$environment/settings',
  insideRoute: '',
};
/** What other screens lead to, and nobody looks for: with where that is. */
const LED_TO: Readonly<Record<string, string>> = {
  '/spaces/$space/$environment/first-steps': 'the home, until they are done',
  '/new-space': 'the list of spaces',
  '/second-factor': 'the log-in, where the account requires one',
};
const ROUTE = /getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g;

/** Addresses of screens that stand in no list, as sentences that say what to do. */
export function unlistedScreens(files: readonly SourceFile[]): string[] {
  const places = files.find(({ path }) => path === PLACES)?.code ?? '';
  return files
    .filter(({ path }) => path.startsWith(SCREENS))
    .flatMap(({ path, code }) =>
      [...code.matchAll(ROUTE)].map(([, parent = '', name = '']) => ({ path, parent, name })),
    )
    .filter(({ parent, name }) => parent in BEGINNINGS && name !== '/' && !name.includes('$'))
    .map(({ path, parent, name }) => ({ path, address: `${BEGINNINGS[parent]}/${name}` }))
    .filter(({ address }) => !(address in LED_TO) && !places.includes(`to: '${address}'`))
    .map(({ path, address }) => `${path}: give ${address} a row in ${PLACES}, or nobody finds it.`);
}
