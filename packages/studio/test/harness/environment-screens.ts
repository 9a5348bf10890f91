/** The screens of environments that were changed apart. */
import type { Scene } from '../../../testing/src/given.ts';
import { growApart, untilReady } from './branch.ts';
import { heading, pressing, type ScreenState } from './screen-state.ts';

interface Settings {
  readonly scene: Scene;
  /** Of the settings, behind `/studio`. */
  readonly path: string;
}

export function environmentScreens({ scene, path }: Settings): readonly ScreenState[] {
  const address = `${scene.url}/studio${path}/environments`;
  return [
    {
      name: 'environments-compare',
      path: `${path}/environments/compare`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        await page.goto(`${address}/compare?from=spring&to=next`);
        await page.getByRole('button', { name: /^A new crane for the west quay/ }).click();
        return page.getByRole('heading', { name: 'Title · en-US · Changed in both' });
      },
    },
    {
      name: 'environments-merge',
      path: `${path}/environments/merge`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        await page.goto(`${address}/merge?from=spring&into=next`);
        await page.getByRole('radio', { name: 'Use the one from spring' }).first().check();
        return page.getByText('1 decision is left.');
      },
    },
    {
      name: 'environments-merge-part',
      path: `${path}/environments/merge`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        await page.goto(`${address}/merge?from=spring&into=next`);
        await page.getByRole('radio', { name: /^Only some entries/ }).check();
        await page.getByRole('checkbox', { name: 'Choose all of Author' }).check();
        return page.getByRole('button', { name: 'Merge into next…', disabled: false });
      },
    },
    {
      name: 'environments-merge-asked',
      path: `${path}/environments/merge`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        await page.goto(`${address}/merge?from=spring&into=next`);
        await page.getByRole('button', { name: /^Use all from spring/ }).click();
        await page.getByRole('button', { name: 'Merge into next…' }).click();
        return page.getByRole('dialog', { name: 'Merge spring into next' });
      },
    },
    {
      name: 'environments-merges-none',
      path: `${path}/environments/merges`,
      shows: (page) => page.getByText('Nothing was merged into master'),
    },
    {
      name: 'environments-merges',
      path: `${path}/environments/merges?into=spring`,
      shows: heading('Settings'),
      opens: async (page) => {
        await merged(scene);
        await page.reload();
        await page.getByRole('row', { name: /next/ }).getByRole('link').click();
        return page.getByRole('dialog', { name: 'Merge into spring' }).getByText('Written in');
      },
    },
    {
      name: 'environments-undo',
      path: `${path}/environments/merges?into=spring`,
      shows: heading('Settings'),
      opens: async (page) => {
        await merged(scene);
        await page.reload();
        await page.getByRole('row', { name: /next/ }).getByRole('link').click();
        await page.getByRole('button', { name: 'Undo this merge…' }).click();
        return page.getByRole('dialog', { name: 'Undo this merge', exact: true });
      },
    },
    { name: 'alias-new', path: `${path}/environments`, shows: heading('Settings'), opens: pressing('New alias…') },
    {
      name: 'alias-switch',
      path: `${path}/environments`,
      shows: heading('Settings'),
      opens: async (page) => {
        await apart(scene);
        const { owner, space } = scene;
        await owner.put(`${space}/environment-aliases/live`, { environment: 'next' });
        await page.reload();
        await page.getByRole('row', { name: /^live/ }).getByRole('button', { name: 'Switch' }).click();
        await page.getByRole('combobox', { name: 'Should stand for' }).click();
        await page.getByRole('option', { name: 'spring' }).click();
        return page.getByText(/differ/).last();
      },
    },
    {
      name: 'alias-delete',
      path: `${path}/environments`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('row', { name: /^live/ }).getByRole('button', { name: 'Delete' }).click();
        return page.getByRole('dialog', { name: 'Delete live' });
      },
    },
  ];
}

/** Something of the one merged into the other, where it shows in no other screen. */
async function merged(scene: Scene): Promise<void> {
  await apart(scene);
  const { owner, space } = scene;
  const { next, spring } = { next: `${space}/environments/next`, spring: `${space}/environments/spring` };
  if ((await owner.get(`${spring}/merges`, 200)).at('total') !== 0) return;
  await owner.patch(`${next}/entries/post-3`, { fields: { rating: 8 } }, 200);
  await owner.post(`${spring}/merges`, { from: 'next', entries: ['post-3'], dry_run: false }, 201);
}

/** Two environments that screens compare and merge, made once: what they hold shows in no other screen. */
async function apart(scene: Scene): Promise<void> {
  const { owner, space } = scene;
  const known = await owner.get(`${space}/environments`, 200);
  if (known.text.includes('"spring"')) return;
  await untilReady(scene, 'next');
  await owner.post(`${space}/environments/next/clone`, { name: 'spring' }, 201);
  await untilReady(scene, 'spring');
  await growApart(scene, { from: 'spring', into: 'next' });
}
