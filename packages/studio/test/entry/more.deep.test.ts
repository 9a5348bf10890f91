/** More of the entry screen: what goes through many of its parts, and rarer turns of what `entry.test.ts` holds. */
import assert from 'node:assert/strict';
import { describeScenes } from '../harness/scene.ts';
import { accessibleCases } from './accessible-cases.ts';
import { articles, isSaved, onPage } from './articles.ts';
import { copyCases } from './copy-cases.ts';
import { discardCases } from './discard-cases.ts';
import { drawerCases } from './drawer-cases.ts';
import { isFocused, tabTo } from './hands.ts';
import { inputCases } from './input-cases.ts';
import { lateCases } from './late-cases.ts';
import { layoutCases, longLayoutCases } from './layout-cases.ts';
import { longLocaleCases } from './locale-cases.ts';
import { longOrderCases, orderCases } from './order-cases.ts';
import { pressCases } from './press-cases.ts';
import { longPublishingCases } from './publishing-cases.ts';
import { readerCases } from './reader-cases.ts';
import { longUnfinishedCases } from './unfinished-cases.ts';
import { longWritingCases } from './writing-cases.ts';

describeScenes('more of the entry screen', articles, (it) => {
  accessibleCases(it);
  longWritingCases(it);
  longOrderCases(it);
  longLayoutCases(it);
  longLocaleCases(it);
  longPublishingCases(it);
  longUnfinishedCases(it);
  lateCases(it);
  discardCases(it);
  drawerCases(it);
  inputCases(it);
  readerCases(it);
  orderCases(it);
  pressCases(it);
  copyCases(it);
  layoutCases(it);

  it('lets two people write side by side, and asks where both wrote the same', async (scene) => {
    await scene.write('article', 'both', { title: 'Both', summary: 'Before' });
    const colleague = await scene.logIn(await scene.colleague());
    await onPage(scene, 'both', async (mine) => {
      await onPage(
        scene,
        'both',
        async (theirs) => {
          await theirs.getByRole('textbox', { name: 'Pages' }).fill('7');
          await theirs.getByRole('textbox', { name: /^Summary/ }).fill('Their words');
          await theirs.keyboard.press('Tab');
          await isSaved(theirs);
          // First what both write: whoever leaves a field saves it, and brings along what others wrote.
          await mine.getByRole('textbox', { name: /^Summary/ }).fill('My words');
          await mine.getByRole('textbox', { name: /^Title/ }).fill('My title');
        },
        colleague,
      );
      await mine.keyboard.press('Tab');
      const question = mine.getByRole('alert').filter({ hasText: 'Someone else changed this' });
      await question.waitFor();
      assert.equal(await mine.getByRole('textbox', { name: 'Pages' }).inputValue(), '7');
      await question.getByRole('button', { name: 'Use theirs' }).click();
      await question.waitFor({ state: 'hidden' });
      await isSaved(mine);
    });
    const fields = (await scene.stored('both')).at('fields') as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      [fields.title, fields.pages, fields.summary],
      [{ 'en-US': 'My title' }, { 'en-US': 7 }, { 'en-US': 'Their words' }],
    );
  });

  it('is written and published by keyboard alone', async (scene) => {
    await onPage(scene, 'new?type=author', async (page) => {
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      // The first field of a new entry has the focus.
      await isFocused(page.getByRole('textbox', { name: /^Name/ }));
      await page.keyboard.type('Grace');
      await tabTo(page, 'New entry');
      await press('Enter');
      await page.getByRole('menuitem', { name: 'Article' }).waitFor();
      await tabTo(page, 'Article', 'ArrowDown');
      await press('Enter');
      const drawer = page.getByRole('dialog', { name: 'Entry' });
      await drawer.waitFor();
      await tabTo(page, 'Title');
      await page.keyboard.type('By keyboard');
      await tabTo(page, 'Save and link');
      await press('Enter');
      await drawer.waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Open By keyboard' }).waitFor();
      await isSaved(page);
      await tabTo(page, 'Publish…', 'Shift+Tab');
      await press('Enter');
      await page.getByRole('button', { name: 'Publish 2 entries' }).waitFor();
      await press('Escape');
      await page.locator('button:focus', { hasText: 'Publish…' }).waitFor();
      await press('Enter');
      await page.getByRole('button', { name: 'Publish 2 entries' }).waitFor();
      await tabTo(page, 'Publish 2 entries');
      await press('Enter');
      await page.getByText('Readers see it now', { exact: true }).waitFor();
      await page.locator('button:focus', { hasText: 'Done' }).waitFor();
      await press('Enter');
      await page.getByText('Readers see exactly what is here').waitFor();
    });
  });
});
