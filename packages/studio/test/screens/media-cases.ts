/** Files: on their way, failing and tried again; what is told of them; and where they are found. */

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { gradient } from '../../../server/test/content/media/gradient.ts';
import { formOf } from '../../../testing/src/form.ts';
import { crash } from '../drafts/entry-on-screen.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';
import { onePixel } from '../harness/studio.ts';

export function mediaCases(it: FilledCase): void {
  it('uploads, shows a failure on the home too, and tries again', async (scene) => {
    const page = await scene.show(`${scene.path}/media`);
    await page.getByRole('link', { name: /lighthouse/ }).waitFor();
    await page.route('**/media', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ ...onePixel, name: 'second.png' });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByRole('alert').waitFor();
    await page.unroute('**/media');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await uploads.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Media' }).click();
    await page.getByRole('link', { name: /second\.png/ }).waitFor();
    await uploads.waitFor({ state: 'hidden' });
  });

  it('keeps the focal point, and texts in each language', async (scene) => {
    const page = await scene.show(`${scene.path}/media?asset=${scene.filled.picture}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Alternative text').fill('A lighthouse');
    await drawer.getByText('Deutsch').click();
    await drawer.getByLabel('Alternative text').fill('Ein Leuchtturm');
    await hurry(page, drawer.getByText('Saved', { exact: true }).waitFor());
    const picture = drawer.getByRole('button', { name: /Focal point/ });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await picture.press('ArrowRight');
    await saved;
    const asset = await scene.given.owner.get(`/media/${scene.filled.picture}`, 200);
    assert.deepEqual(asset.at('alt'), { 'en-US': 'A lighthouse', de: 'Ein Leuchtturm' });
    assert.deepEqual(asset.at('focal_point'), { x: 0.35, y: 0.6 });
  });

  it('keeps texts that could not be saved through a crash, tells of them, and saves them when the file is opened', async (scene) => {
    const { owner } = scene.given;
    const page = await scene.show(`${scene.path}/media?asset=${scene.filled.picture}`);
    const title = (of: Page) => of.getByRole('dialog').getByLabel('Title', { exact: true });
    await page.route('**/media/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    );
    await title(page).fill('Lost and found');
    await hurry(page, page.getByText('It is kept on this device.').waitFor());
    await crash(page);
    const again = await scene.show(scene.path);
    const kept = again.getByRole('region', { name: 'Not saved yet' }).getByRole('link', { name: /lighthouse/ });
    await hurry(again, kept.waitFor());
    await again.getByRole('link', { name: 'Media', exact: true }).click();
    const told = again.getByRole('alert').filter({ hasText: 'This device has texts' });
    await hurry(again, told.getByRole('button', { name: /lighthouse/ }).click());
    await hurry(again, again.getByRole('dialog').getByText('Saved', { exact: true }).waitFor());
    assert.equal((await owner.get(`/media/${scene.filled.picture}`, 200)).at('title.en-US'), 'Lost and found');
  });

  it('saves a text beside what others change of the file, and asks where they wrote the same', async (scene) => {
    const { owner } = scene.given;
    const change = (fields: object) => owner.patch(`/media/${scene.filled.picture}`, fields, 200);
    const stored = () => owner.get(`/media/${scene.filled.picture}`, 200);
    const page = await scene.show(`${scene.path}/media?asset=${scene.filled.picture}`);
    const dialog = page.getByRole('dialog');
    const title = dialog.getByLabel('Title', { exact: true });
    await title.waitFor();
    await change({ description: { 'en-US': 'Theirs' } });
    await title.fill('Mine');
    await hurry(page, dialog.getByText('Saved', { exact: true }).waitFor());
    const both = await stored();
    assert.deepEqual([both.at('title.en-US'), both.at('description.en-US')], ['Mine', 'Theirs']);

    await change({ title: { 'en-US': 'Their title' } });
    await title.fill('My title');
    await hurry(page, dialog.getByText('Someone has changed the same value since').waitFor());
    await dialog.getByText('en-US · My title').waitFor();
    assert.equal(await title.inputValue(), 'Their title');
    assert.equal((await stored()).at('title.en-US'), 'Their title');
    await dialog.getByRole('button', { name: 'Restore it' }).click();
    await hurry(page, dialog.getByText('Saved', { exact: true }).waitFor());
    assert.equal((await stored()).at('title.en-US'), 'My title');
  });

  it('deletes several files at once, after a look at which of them entries show, and tells of each that it could not', async (scene) => {
    const { owner, base } = scene.given;
    const page = await scene.show(`${scene.path}/media?order=created_at`);
    const tile = (name: RegExp) => page.getByRole('gridcell', { name });
    await tile(/lighthouse/)
      .getByRole('checkbox')
      .click();
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByText('1 selected').waitFor();
    await tile(/tides/)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await bar.getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    await page.keyboard.press('Home');
    await tile(/lighthouse/)
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('x');
    await bar.getByText('3 selected').waitFor();

    const fog = (await owner.get(`${base}/media?order=created_at`, 200)).at('items.1') as { readonly id: string };
    await owner.patch(`/media/${fog.id}`, { title: { 'en-US': 'Fog, changed' } }, 200);
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('3 files are deleted for good').waitFor();
    await question.getByText('Entries show 1 of them').waitFor();
    await question.getByRole('listitem').getByText('lighthouse').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page
      .getByRole('alert', { name: 'Not done' })
      .getByText(/fog.*: Someone else has changed it/)
      .waitFor();
    await page.getByText('2 files deleted.').waitFor();
    await tile(/lighthouse/).waitFor({ state: 'detached' });
    const left = (await owner.get(`${base}/media?order=created_at`, 200)).at('items') as {
      readonly file_name: string;
    }[];
    assert.deepEqual(
      left.map(({ file_name: name }) => name),
      ['fog.png', 'tides.txt'],
    );
  });

  it('neither deletes nor replaces a file that somebody else has changed before that was shown', async (scene) => {
    const { owner, base } = scene.given;
    const picture = { name: 'quay.png', bytes: onePixel.buffer, type: onePixel.mimeType };
    const id = (await owner.send('POST', `${base}/media`, await formOf([['file', picture]]))).string('id');
    const page = await scene.show(`${scene.path}/media?asset=${id}`);
    const drawer = page.getByRole('dialog').filter({ hasText: 'Replace file' });
    await drawer.getByRole('button', { name: 'Delete' }).waitFor();
    const refusal = page.getByRole('alert').getByText('Nothing was changed, because someone else');
    await owner.patch(`/media/${id}`, { title: { 'en-US': 'The quay' } }, 200);
    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: 'Replace file' }).click();
    await (await chooser).setFiles({ ...onePixel, name: 'another.png' });
    await refusal.waitFor();
    assert.equal((await owner.get(`/media/${id}`, 200)).at('file_name'), 'quay.png');

    await owner.patch(`/media/${id}`, { title: { 'en-US': 'The long quay' } }, 200);
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete this file' });
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
    await deleting.getByRole('alert').getByText('Nothing was changed, because someone else').waitFor();
    await owner.get(`/media/${id}`, 200);
    // It was read again, so that what is chosen now is chosen for what is shown.
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
    await deleting.waitFor({ state: 'detached' });
    await owner.get(`/media/${id}`, 404);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longMediaCases(it: FilledCase): void {
  it('says of a picture that no browser shows it', async (scene) => {
    const page = await scene.show(`${scene.path}/media`);
    const heic = await sharp(onePixel.buffer).avif().toBuffer();
    heic.write('heic', 8, 'latin1');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic });
    await page.getByRole('link', { name: /phone\.heic/ }).click();
    await page.getByRole('dialog').getByText('Browsers cannot show this picture').waitFor();
  });

  it('finds files by what they are, are used for, lack, and take up', async (scene) => {
    const { owner, base } = scene.given;
    const log = { name: 'harbour-log.txt', bytes: 'x'.repeat(150_000), type: 'text/plain' };
    await owner.send('POST', `${base}/media`, await formOf([['file', log]]));
    const page = await scene.show(`${scene.path}/media`);
    const tile = (name: RegExp) => page.getByRole('link', { name });
    await tile(/tides\.txt/).waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Pictures' }).click();
    await tile(/tides\.txt/).waitFor({ state: 'hidden' });
    await page.getByRole('checkbox', { name: 'Not used' }).check();
    await tile(/lighthouse/).waitFor({ state: 'hidden' });
    await page.reload();
    await tile(/fog/).waitFor();
    assert.ok(await tile(/lighthouse/).isHidden());
    await page.getByRole('checkbox', { name: 'Not used' }).uncheck();
    await tile(/lighthouse/).waitFor();
    await page.getByRole('checkbox', { name: 'Missing alternative text' }).check();
    await tile(/lighthouse/).waitFor({ state: 'hidden' });
    await tile(/fog/).waitFor();
    await page.goto(`${scene.url}/studio${scene.path}/media`);
    await tile(/tides\.txt/).waitFor();
    await page.getByRole('combobox', { name: 'Size' }).click();
    await page.getByRole('option', { name: /^100\s?kB to/ }).click();
    await tile(/fog/).waitFor({ state: 'hidden' });
    await page.getByText('1 file', { exact: true }).waitFor();
    await page.reload();
    await tile(/harbour-log/).waitFor();
    await page.getByText('1 file', { exact: true }).waitFor();
  });

  it('takes files that are dropped anywhere on the screen or pasted, but no picture beside pasted words', async (scene) => {
    const file = join(tmpdir(), `lectern-${process.pid}-dropped.png`);
    writeFileSync(file, onePixel.buffer);
    const page = await scene.show(`${scene.path}/media`);
    try {
      await page.getByRole('link', { name: /lighthouse/ }).waitFor();
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      const protocol = await page.context().newCDPSession(page);
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
        protocol.send('Input.dispatchDragEvent', {
          type,
          x: (heading?.x ?? 0) + 4,
          y: (heading?.y ?? 0) + 4,
          data: { items: [], files: [file], dragOperationsMask: 1 },
        });
      await drag('dragEnter');
      await drag('dragOver');
      await page.locator('[data-over]').waitFor();
      await drag('drop');
      await page.getByRole('link', { name: /dropped\.png/ }).waitFor();
      assert.ok(await page.locator('[data-over]').isHidden());
      assert.match(page.url(), /\/media$/);
    } finally {
      rmSync(file);
    }
    assert.equal(await page.evaluate(pasteFile('input[type=search]', 'words')), false);
    assert.equal(await page.evaluate(pasteFile('body', '')), true);
    await page.getByRole('link', { name: /pasted\.png/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /pasted\.png/ }).count(), 1);
  });

  it('sets the focal point by a click, replaces the file, and copies its address with a transform', async (scene) => {
    const { owner, base } = scene.given;
    const picture = { name: 'pier.png', bytes: await gradient(400, 200, '#123456', '#fedcba'), type: 'image/png' };
    const id = (await owner.send('POST', `${base}/media`, await formOf([['file', picture]]))).string('id');
    const page = await scene.show(`${scene.path}/media?asset=${id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const drawer = page.getByRole('dialog');
    const focus = drawer.getByRole('button', { name: /Focal point/ });
    await focus.locator('img').evaluate((image: { decode(): Promise<void> }) => image.decode());
    const box = await focus.boundingBox();
    const [width, height] = [box?.width ?? 0, box?.height ?? 0];
    await focus.click({ position: { x: width / 4, y: height / 2 } });
    await drawer.getByRole('button', { name: 'Reset to centre' }).waitFor();
    const point = (await owner.get(`/media/${id}`, 200)).at('focal_point') as { x: number; y: number };
    assert.ok(Math.abs(point.x - 0.25) < 0.01 && Math.abs(point.y - 0.5) < 0.01, JSON.stringify(point));

    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: 'Replace file' }).click();
    await (await chooser).setFiles({ ...onePixel, name: 'pier-again.png' });
    await drawer.getByText(/1 × 1 px/).waitFor();

    await drawer.getByRole('combobox', { name: 'File address' }).click();
    await page.getByRole('option', { name: '800 px wide, WebP' }).click();
    await drawer.getByRole('button', { name: 'Copy address' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
    const address = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
    assert.deepEqual(Object.fromEntries(address.searchParams), { w: '800', fm: 'webp' });
    const stored = await owner.get(`/media/${id}`, 200);
    assert.equal(address.origin + address.pathname, stored.at('url'));
    assert.equal((await page.request.get(address.href)).headers()['content-type'], 'image/webp');
  });
}

/** What pastes a picture and words into something in the page, as a browser does, and says whether something took them. */
function pasteFile(selector: string, words: string): string {
  return `(() => {
    const given = new DataTransfer();
    const bytes = Uint8Array.from(atob('${onePixel.buffer.toString('base64')}'), (character) => character.charCodeAt(0));
    given.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
    if ('${words}' !== '') given.setData('text/plain', '${words}');
    const event = new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true });
    return !document.querySelector('${selector}').dispatchEvent(event);
  })()`;
}
