/** The screens of Studio as a person finds them in a filled space: where each stands, and what is pressed to see it. */
import type { Locator, Page } from 'playwright-core';
import type { FilledSpace } from './filled-space.ts';

export interface ScreenState {
  readonly name: string;
  /** Whether it is shown to people who are not logged in. */
  readonly door?: boolean;
  /** Its address behind `/studio`. */
  readonly path: string;
  /** What stands there once the screen is whole. */
  readonly shows: (page: Page) => Locator;
  /** What is done on the screen to see the state, and what it shows then. */
  readonly opens?: (page: Page) => Promise<Locator>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
/** With the name of a person, which comes in a response of its own. */
const row = (page: Page) => page.getByRole('row', { name: /The boats are back.*Ada/ });

/** The home screen once each of its lists is there. */
function threePanels(page: Page): Locator {
  const lists = ['What I worked on', 'Waiting to be published', 'Published last'];
  return lists.reduce((screen, name) => {
    const line = page.getByRole('region', { name }).getByRole('link', { name: 'Fog until noon' });
    return screen.filter({ has: line });
  }, page.getByRole('main'));
}

/** Opens what a button opens. */
const pressing =
  (button: string | RegExp, shows: (page: Page) => Locator = dialogOf) =>
  async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: button }).first().click();
    return shows(page);
  };

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog');
}

/** All of them. */
export function screensOf({ path, picture }: FilledSpace): readonly ScreenState[] {
  const settings = `${path}/settings`;
  return [
    { name: 'log-in', door: true, path: '/login', shows: heading('Log in to Lectern') },
    { name: 'sign-up', door: true, path: '/signup', shows: heading('Sign up for Lectern') },
    { name: 'forgotten', door: true, path: '/forgot', shows: (page) => page.getByRole('button') },
    { name: 'new-space', path: '/new-space', shows: heading('New space') },
    {
      name: 'first-steps',
      path: `${path}/first-steps`,
      // The second step is done once the entries are read.
      shows: (page) => page.getByRole('region', { name: /Write/ }).getByText('Done', { exact: true }),
    },
    { name: 'home', path, shows: threePanels },
    { name: 'content', path: `${path}/content`, shows: row },
    {
      name: 'content-of-type',
      path: `${path}/content?content_type=article&status=draft,changed&columns=status,fields.rating,fields.teaser`,
      shows: (page) => page.getByRole('button', { name: 'Remove the filter Status' }),
    },
    {
      name: 'content-empty',
      path: `${path}/content?q=nothing-is-called-so`,
      shows: (page) => page.getByText('No entry is like this.'),
    },
    {
      name: 'content-selected',
      path: `${path}/content`,
      shows: row,
      opens: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
        return page.getByRole('toolbar', { name: 'Selected entries' });
      },
    },
    { name: 'content-filter', path: `${path}/content`, shows: row, opens: pressing('Filter') },
    { name: 'content-views', path: `${path}/content`, shows: row, opens: pressing('Views') },
    { name: 'media', path: `${path}/media`, shows: (page) => page.getByRole('button', { name: /lighthouse/ }) },
    {
      name: 'media-list',
      path: `${path}/media?as=list`,
      shows: (page) => page.getByRole('button', { name: /lighthouse/ }),
    },
    {
      name: 'media-file',
      path: `${path}/media?asset=${picture}`,
      shows: (page) => page.getByRole('dialog').getByRole('region', { name: 'Used in' }).getByRole('link').first(),
    },
    { name: 'model', path: `${path}/model`, shows: (page) => page.getByRole('link', { name: 'Author' }) },
    { name: 'model-graph', path: `${path}/model?as=graph`, shows: (page) => page.getByLabel('Graph of the types') },
    { name: 'model-json', path: `${path}/model?as=json`, shows: (page) => page.getByLabel('The model as JSON') },
    {
      name: 'type',
      path: `${path}/model/article`,
      shows: (page) => page.getByRole('button', { name: 'Change Title' }),
    },
    {
      name: 'type-field',
      path: `${path}/model/article`,
      shows: heading('Article'),
      opens: pressing('Change Title'),
    },
    { name: 'locales', path: `${settings}/locales`, shows: (page) => page.getByRole('cell', { name: 'Deutsch' }) },
    {
      name: 'locale-new',
      path: `${settings}/locales`,
      shows: heading('Settings'),
      opens: pressing('Add a language'),
    },
    { name: 'keys', path: `${settings}/keys`, shows: (page) => page.getByRole('cell', { name: 'Delivery' }) },
    { name: 'key-new', path: `${settings}/keys`, shows: heading('Settings'), opens: pressing('Make a key') },
    {
      name: 'environments',
      path: `${settings}/environments`,
      shows: (page) => page.getByRole('cell', { name: 'next' }),
    },
    {
      name: 'environment-new',
      path: `${settings}/environments`,
      shows: heading('Settings'),
      opens: pressing('New environment'),
    },
    {
      name: 'members',
      path: `${settings}/members`,
      shows: (page) => page.getByRole('button', { name: 'Withdraw' }),
    },
    {
      name: 'invitation',
      path: `${settings}/members`,
      shows: heading('Settings'),
      opens: pressing('Invite somebody'),
    },
    { name: 'profile', path: '/profile', shows: (page) => page.getByText('This one', { exact: true }) },
    {
      name: 'second-factor',
      path: '/profile',
      shows: heading('My profile'),
      opens: pressing('Set up an authenticator app'),
    },
    {
      name: 'person-menu',
      path,
      shows: heading('Home'),
      opens: pressing(/profile and settings of yours/, (page) => page.getByRole('menu')),
    },
  ];
}

/** Brings a page to a state. */
export async function bringTo(page: Page, address: string, { shows, opens }: ScreenState): Promise<void> {
  await page.goto(address);
  await shows(page).waitFor();
  await (await opens?.(page))?.waitFor();
}
