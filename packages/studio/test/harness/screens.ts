/** The screens of Studio as a person finds them in a filled space: where each stands, and what is pressed to see it. */
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../../../testing/src/given.ts';
import { blockScreens } from './block-screens.ts';
import type { FilledSpace } from './filled-space.ts';
import { releaseScreens } from './release-screens.ts';
import { heading, pressing, type ScreenState } from './screen-state.ts';
import { settingsScreens } from './settings-screens.ts';

/** With the name of a person, which comes in a response of its own. */
const row = (page: Page) => page.locator('[data-row]', { hasText: /The boats are back.*Ada/ });

/** The home screen once each of its panels is there. */
function allPanels(page: Page): Locator {
  const lists = ['My drafts', 'Waiting to be published', 'Activity'];
  const whole = lists.reduce((screen, name) => {
    const line = page.getByRole('region', { name }).getByRole('link', { name: 'How nets are mended' });
    return screen.filter({ has: line });
  }, page.getByRole('main'));
  return whole.filter({ has: page.getByText('All webhooks are working.') });
}

/** All of them, by what they are for. */
export const screens: Readonly<Record<string, (filled: FilledSpace) => readonly ScreenState[]>> = {
  'without a session': screensWithoutSession,
  'home and content': workScreens,
  'an entry': entryScreens,
  releases: (filled) =>
    releaseScreens(filled, { releases: `${filled.path}/releases`, calendar: `${filled.path}/calendar` }),
  media: mediaScreens,
  'the model': modelScreens,
  'components and blocks': blockScreens,
  settings: settingsScreens,
  'what is a person’s own': personScreens,
};

/** All of them, one after the other. */
export function screensOf(filled: FilledSpace): readonly ScreenState[] {
  return Object.values(screens).flatMap((part) => part(filled));
}

function screensWithoutSession({ careful }: FilledSpace): readonly ScreenState[] {
  return [
    { name: 'log-in', outside: true, path: '/login', shows: heading('Log in to Lectern') },
    {
      name: 'log-in-code',
      outside: true,
      path: '/login',
      shows: heading('Log in to Lectern'),
      opens: async (page) => {
        await page.getByRole('textbox', { name: 'E-mail address' }).fill((await careful()).email);
        await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Log in', exact: true }).click();
        return page.getByRole('textbox', { name: 'Code' });
      },
    },
    { name: 'sign-up', outside: true, path: '/signup', shows: heading('Sign up for Lectern') },
    { name: 'forgotten', outside: true, path: '/forgot', shows: (page) => page.getByRole('button') },
  ];
}

/** Where work begins, and the list. */
function workScreens({ scene, path }: FilledSpace): readonly ScreenState[] {
  return [
    { name: 'new-space', path: '/new-space', shows: heading('New space') },
    {
      name: 'first-steps',
      path: `${path}/first-steps`,
      // The third step is open once the published entries are read; the second one is done by then or a moment later.
      shows: (page) =>
        page
          .locator('main', { has: page.getByRole('region', { name: /^Write/ }).getByText('Done', { exact: true }) })
          .getByRole('button', { name: 'Create a key and try it' }),
    },
    { name: 'home', path, shows: allPanels },
    {
      name: 'palette',
      path,
      shows: heading('Home'),
      opens: pressing(/^Search/, (page) => page.getByRole('option', { name: 'Media' })),
    },
    {
      name: 'place-switch',
      path,
      shows: heading('Home'),
      opens: pressing(/Change space or environment$/, (page) => page.getByRole('menuitem', { name: 'next' })),
    },
    { name: 'content', path: `${path}/content`, shows: row },
    {
      name: 'content-of-type',
      path: `${path}/content?content_type=article&status=draft,changed&columns=status,fields.rating,fields.teaser`,
      shows: (page) => page.getByRole('button', { name: 'Remove filter Status' }),
    },
    {
      name: 'content-empty',
      path: `${path}/content?q=nothing-is-called-so`,
      shows: (page) => page.getByText(/^No results for "/),
    },
    {
      name: 'content-selected',
      path: `${path}/content`,
      shows: row,
      opens: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all loaded entries' }).check();
        return page.getByRole('toolbar', { name: 'Selected entries' });
      },
    },
    {
      name: 'content-cards',
      path: `${path}/content?as=cards`,
      shows: (page) => page.getByRole('gridcell', { name: /How nets are mended/ }),
    },
    { name: 'content-filter', path: `${path}/content`, shows: row, opens: pressing('Filter') },
    { name: 'content-columns', path: `${path}/content`, shows: row, opens: pressing('Columns') },
    { name: 'content-views', path: `${path}/content`, shows: row, opens: pressing('Views') },
    {
      name: 'content-refused',
      path: `${path}/content?q=untitled-refused`,
      shows: (page) => page.getByText(/^No results for "/),
      opens: async (page) => {
        const fields = { teaser: 'untitled-refused' };
        const made = await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'article', fields }, 201);
        await page.reload();
        await page.getByRole('checkbox', { name: 'Select', exact: true }).check();
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
        const refusal = page.getByRole('alert', { name: 'Not done' });
        await refusal.waitFor();
        // It shows on no other screen.
        await scene.owner.delete(`/entries/${made.string('id')}`, 204);
        return refusal;
      },
    },
  ];
}

/** Has every field of an entry made: those out of sight are not, until one comes near. */
async function makeAllFields(page: Page): Promise<void> {
  while ((await page.locator('[data-waiting]').count()) > 0)
    await page.evaluate(`document.querySelector('[data-waiting]')?.scrollIntoView()`);
  await page.evaluate(`document.querySelectorAll('*').forEach((part) => part.scrollTo(0, 0))`);
}

/** An entry that readers see without its changes since, and one that they do not see. */
function entryScreens({ path }: FilledSpace): readonly ScreenState[] {
  const changed = `${path}/content/post-1?locales=en-US,de`;
  const isWhole = (page: Page) =>
    page
      .getByRole('main')
      .filter({ has: page.getByRole('textbox', { name: /^Body ?de$/ }) })
      .filter({ has: page.getByRole('link', { name: 'Open Tom Ashby' }) });
  return [
    {
      name: 'entry',
      path: changed,
      shows: isWhole,
      opens: async (page) => {
        await makeAllFields(page);
        return isWhole(page);
      },
    },
    {
      name: 'entry-laid-out',
      path: `${path}/content/tom`,
      shows: (page) => page.getByRole('tab', { name: 'About' }).and(page.locator('[aria-selected=true]')),
    },
    {
      name: 'publish',
      path: `${path}/content/post-7`,
      shows: (page) => page.getByRole('textbox', { name: /^Title/ }),
      opens: async (page) => {
        await makeAllFields(page);
        return pressing('Publish…', () => page.getByRole('button', { name: 'Publish 2 entries' }))(page);
      },
    },
    {
      name: 'entry-links',
      path: `${changed}&panel=links`,
      shows: (page) =>
        page
          .getByRole('tabpanel')
          .getByRole('link', { name: /What the pilot knows|Tom Ashby/ })
          .first(),
    },
    {
      name: 'entry-preview',
      path: `${changed}&panel=preview`,
      shows: (page) => page.getByRole('tabpanel').getByText('No preview yet'),
    },
    {
      name: 'entry-details',
      path: `${changed}&panel=details`,
      shows: (page) => page.getByRole('button', { name: 'Copy Id' }),
    },
    {
      name: 'entry-unpublished',
      path: `${path}/content/post-0`,
      shows: (page) => page.getByRole('textbox', { name: /^Title/ }),
      opens: async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Unpublish…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
        const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
        await undo.click();
        // The other pictures find it as it was.
        const undone = page.getByRole('status').filter({ hasText: 'Undone.' });
        await undone.waitFor();
        return undone;
      },
    },
    {
      name: 'history',
      path: `${changed}&panel=history`,
      shows: (page) => isWhole(page).filter({ has: page.getByRole('button', { name: /Created.*Ada/ }) }),
      opens: async (page) => {
        await makeAllFields(page);
        return isWhole(page);
      },
    },
    ...assistScreens(changed, isWhole),
  ];
}

/** What a language model can do with a text, and what it has written before a person decides. */
function assistScreens(path: string, shows: (page: Page) => Locator): readonly ScreenState[] {
  const openMenu = async (page: Page) => {
    await page.getByRole('textbox', { name: /^Teaser ?en-US$/ }).focus();
    await page.getByRole('button', { name: 'AI helpers for Teaser' }).click();
    return page.getByRole('menuitem', { name: 'Summarize the entry' });
  };
  return [
    { name: 'assist-menu', path, shows, opens: openMenu },
    {
      name: 'assist-text',
      path,
      shows,
      opens: async (page) => {
        await (await openMenu(page)).click();
        return page.getByRole('button', { name: 'Use this text' });
      },
    },
    {
      name: 'assist-translation',
      path,
      shows,
      opens: async (page) => {
        await page.getByRole('button', { name: /Choose languages/ }).click();
        await page.getByRole('button', { name: 'Translate from…' }).click();
        return page.getByRole('dialog', { name: 'Translate' }).getByRole('button', { name: 'Suggest' });
      },
    },
  ];
}

function mediaScreens({ path, picture }: FilledSpace): readonly ScreenState[] {
  const file = (page: Page) =>
    page.getByRole('dialog').getByRole('region', { name: 'Used in' }).getByRole('link').first();
  return [
    { name: 'media', path: `${path}/media`, shows: (page) => page.getByRole('link', { name: /lighthouse/ }) },
    {
      name: 'media-list',
      path: `${path}/media?as=list`,
      shows: (page) => page.getByRole('link', { name: /lighthouse/ }),
    },
    {
      name: 'media-selected',
      path: `${path}/media`,
      shows: (page) => page.getByRole('link', { name: /lighthouse/ }),
      opens: async (page) => {
        await page.getByRole('gridcell', { name: /lighthouse/ }).press('x');
        return page.getByRole('toolbar', { name: 'Selected files' });
      },
    },
    {
      name: 'media-delete',
      path: `${path}/media`,
      shows: (page) => page.getByRole('link', { name: /lighthouse/ }),
      opens: async (page) => {
        await page.getByRole('gridcell', { name: /lighthouse/ }).press('x');
        await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
        return page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'lighthouse' });
      },
    },
    {
      name: 'media-file',
      path: `${path}/media?asset=${picture}`,
      shows: file,
    },
    {
      name: 'file-delete',
      path: `${path}/media?asset=${picture}`,
      shows: file,
      opens: pressing('Delete', (page) => page.getByRole('dialog', { name: /^Delete/ })),
    },
  ];
}

function modelScreens({ path }: FilledSpace): readonly ScreenState[] {
  const articles = (page: Page) => page.getByRole('button', { name: 'Change Title' });
  const hidden = (page: Page) => page.getByRole('button', { name: 'Remove permanently' });
  return [
    { name: 'model', path: `${path}/model`, shows: (page) => page.getByRole('link', { name: 'Author' }) },
    { name: 'type-new', path: `${path}/model`, shows: heading('Model'), opens: pressing('New type') },
    { name: 'model-graph', path: `${path}/model?as=graph`, shows: (page) => page.getByLabel('Graph of the types') },
    { name: 'model-json', path: `${path}/model?as=json`, shows: (page) => page.getByLabel('The model as JSON') },
    {
      name: 'type',
      path: `${path}/model/article`,
      shows: articles,
    },
    { name: 'type-field', path: `${path}/model/article`, shows: articles, opens: pressing('Change Title') },
    {
      name: 'type-field-kinds',
      path: `${path}/model/article`,
      shows: articles,
      opens: async (page) => {
        await page.getByRole('button', { name: 'Change Title' }).click();
        await page.getByRole('combobox', { name: 'Type' }).click();
        return page.getByRole('option', { name: /^File A picture/ });
      },
    },
    {
      name: 'type-save',
      path: `${path}/model/article`,
      shows: articles,
      opens: async (page) => {
        await page.getByRole('button', { name: 'Remove Teaser' }).click();
        await page.getByRole('button', { name: 'Save…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Save model' });
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        return dialog.getByText(/8 entries have values in it/);
      },
    },
    { name: 'type-delete', path: `${path}/model/article`, shows: articles, opens: pressing('Delete this type') },
    { name: 'type-hidden', path: `${path}/model/author`, shows: hidden },
    { name: 'type-hidden-remove', path: `${path}/model/author`, shows: hidden, opens: pressing('Remove permanently') },
  ];
}

function personScreens({ path }: FilledSpace): readonly ScreenState[] {
  return [
    { name: 'profile', path: '/profile', shows: (page) => page.getByText('Current session', { exact: true }) },
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
      opens: pressing(/your profile and settings/, (page) => page.getByRole('menu')),
    },
  ];
}
