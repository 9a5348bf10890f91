/** What readers see of an entry, and where a linked one opens. */
import assert from 'node:assert/strict';
import { addressInNewTab } from '../harness/new-tab.ts';
import { type ArticleCase, onPage } from './articles.ts';
import { scrollTo } from './hands.ts';

const READER_KEY = 'Studio: what readers see';

export function readerCases(it: ArticleCase): void {
  it('shows what readers see by one click after publishing, with one key that this tab alone knows', async (scene) => {
    const { owner, space } = scene.given;
    const keys = async () => {
      const listed = await owner.get(`${space}/api-keys`, 200);
      return listed.each('items', 'id').filter((_, index) => listed.at(`items.${index}.name`) === READER_KEY);
    };
    await scene.write('author', 'reader', { name: 'Read me' });
    await onPage(scene, 'reader', async (page) => {
      const name = page.getByRole('textbox', { name: /^Name/ });
      const publishAndShow = async () => {
        await page.getByRole('button', { name: /^Publish.*…$/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Publish' });
        await dialog.getByRole('button', { name: 'Publish 1 entry' }).click();
        await dialog.getByRole('button', { name: 'Show what readers see' }).click();
        const answer = await dialog.getByLabel('Response of the delivery API').textContent();
        await dialog.getByRole('button', { name: 'Done' }).click();
        return answer ?? '';
      };
      assert.match(await publishAndShow(), /"name": "Read me"/);
      const [first] = await keys();
      await name.fill('Read me again');
      assert.match(await publishAndShow(), /"name": "Read me again"/);
      assert.deepEqual(await keys(), [first], 'The second answer takes no second key.');
      await owner.delete(`${space}/api-keys/${first}`, 204);
      await name.fill('Once more');
      assert.match(await publishAndShow(), /"name": "Once more"/, 'A key that was deleted meanwhile is made anew.');
      const [second] = await keys();
      await page.reload();
      await name.fill('After a reload');
      assert.match(await publishAndShow(), /"name": "After a reload"/);
      const left = await keys();
      assert.equal(left.length, 1, 'The new key stands in place of the one before.');
      assert.notEqual(left[0], second);
    });
    const editor = await scene.logIn(await scene.colleague());
    await scene.change('reader', { name: 'By an editor' });
    await onPage(
      scene,
      'reader',
      async (page) => {
        await page.getByRole('button', { name: /^Publish.*…$/ }).click();
        await page.getByRole('button', { name: 'Publish 1 entry' }).click();
        await page.getByText('your role cannot create one').waitFor();
        assert.ok(await page.getByRole('button', { name: 'Show what readers see' }).isHidden());
      },
      editor,
    );
  });

  it('opens a linked entry over the open one, and in another tab where the browser is asked for that', async (scene) => {
    await scene.write('author', 'linked', { name: 'Linked' });
    const author = (await scene.stored('linked')).string('id');
    await scene.write('article', 'linking', { title: 'Linking', author });
    await onPage(scene, 'linking', async (page) => {
      await scrollTo(page, 'linking', 'author');
      const card = page.getByRole('link', { name: 'Open Linked' }).first();
      const address = await addressInNewTab(page, () => card.click({ modifiers: ['ControlOrMeta'] }));
      assert.match(address, /\/content\/linked$/);
      await card.click();
      await page.getByRole('dialog', { name: 'Entry' }).getByRole('textbox', { name: /^Name/ }).waitFor();
      assert.match(page.url(), /\/content\/linking\?drawer=linked$/);
    });
  });
}
