/** Components in the model, and the blocks of a page. */
import type { Page } from 'playwright-core';
import { block, modelPages } from '../entry/block-pages.ts';
import type { FilledSpace } from './filled-space.ts';
import { pressing, type ScreenState } from './screen-state.ts';

const PAGE = {
  content_type_id: 'page',
  fields: {
    title: { 'en-US': 'The harbour', de: 'Der Hafen' },
    seo: { fields: { title: { 'en-US': 'All about the harbour' }, noindex: false } },
    blocks: [
      { type: 'hero', fields: { heading: { 'en-US': 'Know the tide', de: 'Die Gezeiten kennen' } } },
      { type: 'quote', fields: {} },
      { type: 'gallery', fields: { voices: [{ type: 'quote', fields: { text: { 'en-US': 'Never still.' } } }] } },
    ],
  },
};

/** The first of them makes the components and the page, which no other part needs. */
export function blockScreens({ scene, path, picture }: FilledSpace): readonly ScreenState[] {
  const page = `${path}/content/harbour`;
  const isWhole = (shown: Page) =>
    block(shown, 'Hero', 1)
      .getByRole('textbox', { name: /^Heading/ })
      .first();
  const component = (shown: Page) => shown.getByRole('button', { name: 'Change Heading' });
  return [
    {
      name: 'components',
      path: `${path}/model`,
      shows: (shown) => shown.getByRole('link', { name: 'Author' }),
      opens: async (shown) => {
        await modelPages(scene);
        await scene.owner.patch(`${scene.base}/content-types/hero`, { preview_picture: picture }, 200);
        await scene.owner.put(`${scene.base}/entries/harbour`, PAGE, 201);
        await shown.reload();
        return shown.getByRole('link', { name: 'Hero' });
      },
    },
    {
      name: 'component-new',
      path: `${path}/model`,
      shows: (shown) => shown.getByRole('link', { name: 'Hero' }),
      opens: pressing('New component'),
    },
    { name: 'component', path: `${path}/model/hero`, shows: component },
    {
      name: 'component-delete',
      path: `${path}/model/hero`,
      shows: component,
      opens: pressing('Delete this component'),
    },
    {
      name: 'field-of-blocks',
      path: `${path}/model/page`,
      shows: (shown) => shown.getByRole('button', { name: 'Change Blocks' }),
      opens: pressing('Change Blocks'),
    },
    { name: 'blocks', path: `${page}?locales=en-US,de`, shows: isWhole },
    {
      name: 'blocks-add',
      path: page,
      shows: isWhole,
      opens: pressing('Add a block before block 2', (shown) => shown.getByRole('option', { name: /^Hero/ })),
    },
    {
      name: 'blocks-folded',
      path: page,
      shows: isWhole,
      opens: async (shown) => {
        await shown.getByRole('button', { name: 'Fold all', exact: true }).click();
        await shown.getByRole('button', { name: 'More for Hero 1' }).click();
        return shown.getByRole('menuitem', { name: 'Duplicate' });
      },
    },
    {
      name: 'blocks-problems',
      path: `${page}?panel=problems`,
      shows: (shown) => shown.getByRole('button', { name: /^Blocks › Quote 2.* › Words/ }).first(),
    },
  ];
}
