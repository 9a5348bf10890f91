/** Screens of Studio that nobody would find, or look at in a test: those with an address of their own that a list does not name. */
import type { SourceFile } from './source-file.ts';

const SCREENS = 'packages/studio/src/screens/';
const PLACES = 'packages/studio/src/frame/places.ts';
const STATES = 'packages/studio/test/harness/screens.ts';
const SETTINGS_STATES = 'packages/studio/test/harness/settings-screens.ts';
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
  '/plan': 'the mails about payments, and every screen of an account that is suspended',
  '/second-factor': 'the log-in, where the account requires one',
};
const ROUTE = /getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g;

/** Addresses of screens that stand in no list, or that no test looks at, as sentences that say what to do. */
export function unlistedScreens(files: readonly SourceFile[]): string[] {
  const codeOf = (name: string) => files.find(({ path }) => path === name)?.code ?? '';
  const [places, states] = [codeOf(PLACES), codeOf(STATES) + codeOf(SETTINGS_STATES)];
  const screens = files
    .filter(({ path }) => path.startsWith(SCREENS))
    .flatMap(({ path, code }) =>
      [...code.matchAll(ROUTE)].map(([, parent = '', name = '']) => ({ path, parent, name })),
    )
    .filter(({ parent, name }) => parent in BEGINNINGS && name !== '/' && !name.includes('$'))
    .map(({ path, parent, name }) => ({ path, name, address: `${BEGINNINGS[parent]}/${name}` }))
    .filter(({ address }) => !(address in LED_TO));
  const lost = screens.filter(({ address }) => !places.includes(`to: '${address}'`));
  const unseen = screens.filter(({ name }) => !states.includes(`/${name}`));
  return [
    ...lost.map(({ path, address }) => `${path}: give ${address} a row in ${PLACES}, or nobody finds it.`),
    ...unseen.map(({ path, address }) => `${path}: give ${address} a row in ${STATES}, or axe never looks at it.`),
  ];
}
