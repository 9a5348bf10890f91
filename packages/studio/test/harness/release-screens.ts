/** The screens of releases. What they show is made when the first of them is opened, as no other screen needs it. */
import type { Locator, Page } from 'playwright-core';
import type { FilledSpace } from './filled-space.ts';
import { heading, pressing, type ScreenState } from './screen-state.ts';

const made = new WeakMap<FilledSpace, Promise<void>>();

/** @param paths of the list and of the calendar */
export function releaseScreens(
  filled: FilledSpace,
  paths: { readonly releases: string; readonly calendar: string },
): readonly ScreenState[] {
  const list = { path: paths.releases, shows: heading('Releases') };
  const one = (name: string, shows: (page: Page) => Locator | Promise<Locator>) => ({
    ...list,
    opens: async (page: Page) => {
      await makeReleases(filled);
      await page.reload();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      return shows(page);
    },
  });
  const entry = {
    path: `${filled.path}/content/post-1`,
    shows: (page: Page) => page.getByRole('button', { name: 'More ways to publish' }),
  };
  const conflict = (page: Page) => page.getByRole('button', { name: 'Take the release’s' });
  const pressed = (button: string | RegExp, shows?: (page: Page) => Locator) => async (page: Page) => {
    await conflict(page).waitFor();
    return pressing(button, shows)(page);
  };
  return [
    {
      name: 'releases',
      ...list,
      opens: async (page) => {
        await makeReleases(filled);
        await page.reload();
        return page.getByRole('region', { name: 'Published and applied' });
      },
    },
    { name: 'release-new', ...list, opens: pressing('New release') },
    { name: 'release', ...one('Winter sale', conflict) },
    { name: 'release-blocked', ...one('Winter sale', pressed(/^Publish/)) },
    { name: 'release-move', ...one('Winter sale', pressed('Move…')) },
    { name: 'release-take-out', ...one('Winter sale', pressed('Take out…')) },
    { name: 'release-edit', ...one('Winter sale', pressed('Edit')) },
    { name: 'release-delete', ...one('Empty so far', pressedInMenu('Delete…')) },
    { name: 'release-publish', ...one('Spring sale', pressing(/^Publish/)) },
    { name: 'release-undo', ...one('Launch', pressing('Undo…')) },
    ...calendarScreens(filled, paths.calendar),
    { name: 'release-schedule', ...one('Spring sale', pressing('Schedule…')) },
    { name: 'release-scheduled', ...one('Autumn sale', (page) => page.getByText(/^Goes out Friday/)) },
    { name: 'release-add', ...entry, opens: pressedInMenu('Add to a release…', 'More ways to publish') },
    { name: 'entry-schedule', ...entry, opens: pressedInMenu('Schedule…', 'More ways to publish') },
    { name: 'in-release', ...inRelease('post-0', filled) },
    { name: 'in-release-mark', ...inRelease('post-0', filled, pressing(/show both values/, valuesOfBoth)) },
    { name: 'in-release-actions', ...inRelease('post-2', filled, pressing(/^In release/, menu)) },
    { name: 'in-release-menu', ...inRelease('post-0', filled, pressing(/Change between drafts and releases/, menu)) },
  ];
}

/** The month in which one goes out, one ends and one is planned. @param path of the calendar */
function calendarScreens(filled: FilledSpace, path: string): readonly ScreenState[] {
  const form = (name: string, opens?: (page: Page) => Promise<Locator>) => ({
    path: `${path}?day=2027-10-01&form=${name}`,
    shows: heading('Calendar'),
    opens: async (page: Page) => {
      await makeReleases(filled);
      await page.reload();
      const item = page.getByRole('link', { name: 'Autumn sale' }).first();
      if (opens === undefined) return item;
      await item.waitFor();
      return opens(page);
    },
  });
  return [
    { name: 'calendar', ...form('month') },
    { name: 'calendar-week', ...form('week') },
    { name: 'calendar-list', ...form('list') },
    {
      name: 'calendar-day',
      ...form('month', async (page) => {
        await page.getByRole('gridcell', { name: /^Friday,? 1 October/ }).press('Enter');
        return page.getByRole('dialog');
      }),
    },
    { name: 'calendar-plan', ...form('list', pressing('Move “Harvest”…')) },
    { name: 'calendar-subscribe', ...form('list', pressing('Subscribe…')) },
  ];
}

const menu = (page: Page) => page.getByRole('menu');
const valuesOfBoth = (page: Page) => page.getByRole('dialog').getByText('The release has');

/** The screen of an entry in the release that has something of everything. */
function inRelease(
  key: string,
  filled: FilledSpace,
  opens?: (page: Page) => Promise<Locator>,
): Omit<ScreenState, 'name'> {
  const isThere = (page: Page) => page.getByRole('button', { name: /^In release: / });
  return {
    path: `${filled.path}/content/${key}`,
    shows: (page) => page.getByRole('button', { name: 'More actions' }),
    opens: async (page) => {
      await makeReleases(filled);
      await page.getByRole('button', { name: /Change between drafts and releases/ }).click();
      await page.getByRole('menuitem', { name: 'Winter sale' }).click();
      await isThere(page).waitFor();
      return opens === undefined ? isThere(page) : opens(page);
    },
  };
}

function pressedInMenu(item: string, menu = 'More actions') {
  return async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
    return page.getByRole('dialog');
  };
}

function makeReleases(filled: FilledSpace): Promise<void> {
  const making = made.get(filled) ?? writeReleases(filled);
  made.set(filled, making);
  return making;
}

/** One with something of everything, one that overlaps with it, one that is scheduled, an empty one, a proposal, and one that is out. */
async function writeReleases({ scene: { owner, base } }: FilledSpace): Promise<void> {
  const make = async (name: string, more: object = {}) =>
    (await owner.post(`${base}/change-sets`, { name, ...more }, 201)).string('id');
  const entry = async (key: string) => (await owner.get(`${base}/entries/${key}`, 200)).string('id');
  const [first, second, third, draft] = await Promise.all(['post-0', 'post-1', 'post-2', 'post-4'].map(entry));

  const launch = await make('Launch');
  await owner.post(`/entries/${draft}/publish?change_set=${launch}`, {}, 200);
  await owner.post(`/change-sets/${launch}/publish`, {}, 200);
  await owner.patch(`/entries/${draft}`, { fields: { title: { 'en-US': 'A crane that lifts more' } } }, 200);
  await owner.post(`/entries/${draft}/publish`, {}, 200);

  const description = 'Prices of the winter, and the front page.\nThe pictures come from Tom.';
  const winter = await make('Winter sale', { description, planned_for: '2027-12-01T08:00:00Z' });
  const spring = await make('Spring sale', { planned_for: '2028-03-01T08:00:00Z' });
  const title = { 'en-US': 'The boats leave', de: 'Die Boote fahren' };
  await owner.patch(`/entries/${first}?change_set=${winter}`, { fields: { title, rating: 7 } }, 200);
  await owner.post(`/entries/${second}/publish?change_set=${winter}`, {}, 200);
  await owner.post(`/entries/${third}/unpublish?change_set=${winter}`, {}, 200);
  const unfinished = { content_type_id: 'article', key: 'sale', fields: { teaser: { 'en-US': 'All of it.' } } };
  await owner.post(`${base}/entries?change_set=${winter}`, unfinished, 201);
  await owner.patch(`/entries/${first}`, { fields: { title: { 'en-US': 'The boats stay' } } }, 200);
  await owner.post(`/entries/${first}/publish`, {}, 200);
  await owner.patch(
    `/entries/${first}?change_set=${spring}`,
    { fields: { title: { de: 'Die Boote schwimmen' } } },
    200,
  );

  const autumn = await make('Autumn sale');
  await owner.post(`/entries/${draft}/publish?change_set=${autumn}`, {}, 200);
  const times = { local: '2027-10-01T09:00', time_zone: 'Europe/Berlin', ends_at: '2027-11-01T08:00:00Z' };
  await owner.post(`/change-sets/${autumn}/schedule`, times, 200);

  await make('Harvest', { planned_for: '2027-10-01T10:00:00Z' });
  await make('Empty so far');
  await make('Better words', { onto: 'drafts' });
  const closed = await make('Summer');
  await owner.post(`/change-sets/${closed}/close`, {}, 200);
}
