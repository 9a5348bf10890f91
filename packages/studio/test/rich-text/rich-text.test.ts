/** The rich text editor in a real browser: what it makes goes to the real API, which takes it and gives it back. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../../server/test/pages/views.ts';
import { field, given, type Scene } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';
import { until } from '../../../testing/src/until.ts';
import { addressInNewTab } from '../harness/new-tab.ts';
import { CLIPBOARDS } from './clipboard.ts';
import { outlineOf } from './outline.ts';
import { type Json, openDesk, type WritingDesk } from './writing-desk.ts';

const CLIPBOARD = join(import.meta.dirname, 'clipboard');
/** A picture of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const entry = (id: string) => ({ type: 'entry', id });
const asset = (id: string) => ({ type: 'asset', id });
const paragraph = (text: string): Json => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: Json[]): Json => ({ type: 'doc', content });

onFirstEngine('the rich text editor', (stage) => {
  let desk: WritingDesk;
  let scene: Scene;
  before(async () => {
    [desk, scene] = await Promise.all([openDesk(stage.url), given(stage.url)]);
    await scene.owner.put(
      `${scene.base}/content-types/note`,
      { name: 'Note', fields: [field('body', 'rich_text')] },
      201,
    );
  });
  after(() => desk.close());

  /** Saves what was written, and fails unless it is read back as it was. */
  const save = async (): Promise<void> => {
    const body = await desk.value();
    const saved = await scene.owner.put(`${scene.base}/entries/written`, { content_type_id: 'note', fields: { body } });
    assert.ok(saved.status < 300, String(saved));
    assert.deepEqual(saved.at('fields.body.en-US'), body);
  };
  const outline = async () => outlineOf(await desk.blocks());

  it('does what a key says to what is selected, however soon after the selection it is pressed', async () => {
    await desk.show();
    await desk.write();
    await desk.type('one two');
    await desk.page.evaluate(`{
      getSelection().modify('extend', 'backward', 'word');
      const key = { key: 'b', keyCode: 66, ctrlKey: true, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
    }`);
    const bold = { type: 'text', text: 'two', marks: [{ type: 'bold' }] };
    assert.deepEqual(await desk.blocks(), [{ type: 'paragraph', content: [{ type: 'text', text: 'one ' }, bold] }]);
  });

  it('makes each node and mark by keyboard alone', async () => {
    await desk.show();
    await desk.write();
    await desk.type('## Tides');
    await desk.press('Enter');
    await desk.type('plain **bold** *italic* ~~strike~~ `code` ');
    for (const [key, word] of [
      ['u', 'under'],
      ['.', 'up'],
      [',', 'down'],
    ]) {
      await desk.press(`Control+${key}`);
      await desk.type(String(word));
      await desk.press(`Control+${key}`);
    }
    await desk.press('Shift+Enter');
    await desk.type('line');
    await desk.press('Enter');
    await desk.type('- one');
    await desk.press('Enter', 'Tab');
    await desk.type('inner');
    await desk.press('Enter', 'Enter', 'Enter');
    await desk.type('3. three');
    await desk.press('Enter', 'Enter');
    await desk.type('> said');
    await desk.press('Enter', 'Enter');
    await desk.type('```ts ');
    await desk.type('let a;');
    await desk.press('Control+Enter');
    await desk.type('---');
    await desk.type('/tab');
    await desk.press('Enter');
    await desk.type('Day');
    await desk.press('Tab');
    await desk.type('High');
    assert.equal(
      await outline(),
      [
        '<heading 2: Tides>',
        '<p: plain <b: bold> <i: italic> <s: strike> <code: code> <u: under><superscript: up><subscript: down><br>line>',
        '<ul: <li: <p: one><ul: <li: inner>>>>',
        '<ol 3: <li: three>>',
        '<quote: said>',
        '<pre ts: let a;>',
        '<hr>',
        `<table: <tr: <th: Day><th: High><th: <p>>>${'<tr: <td: <p>><td: <p>><td: <p>>>'.repeat(2)}>`,
      ].join('\n'),
    );
    await save();
  });

  it('makes each block, mark and link by the toolbar, and takes them back', async () => {
    const made = await scene.owner.put(`${scene.base}/entries/first`, { content_type_id: 'note', fields: {} }, 201);
    const first = entry(made.string('id'));
    const picture = asset(first.id.replace('ent_', 'ast_').replace('first', 'map'));
    const links = { [first.id]: { title: 'First', detail: 'Note', status: 'Draft' } };
    await desk.show({ cards: links, picks: [first, picture, first] });
    await desk.write();
    await desk.type('words');
    await desk.press('Control+a');
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough', 'Code', 'Superscript', 'Subscript'])
      await desk.use(name);
    const marks = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code'];
    assert.deepEqual((await desk.blocks())[0]?.content, [
      { type: 'text', text: 'words', marks: marks.map((type) => ({ type })) },
    ]);
    for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough', 'Code', 'Superscript', 'Subscript'])
      await desk.use(name);
    await desk.use('Block type', 'Heading 3');
    assert.equal(await outline(), '<heading 3: words>');
    await desk.use('Block type', 'Code block');
    await desk.use('Block type', 'Text');
    await desk.use('Bulleted list');
    await desk.use('Numbered list');
    assert.equal(await outline(), '<ol: <li: words>>');
    await desk.use('Numbered list');
    await desk.use('Quote');
    await desk.use('Quote');
    await desk.press('Control+a', 'Control+k');
    const link = desk.page.getByRole('dialog', { name: 'link' });
    const target = link.getByRole('combobox');
    for (const refused of ['javascript:alert(1)', 'foo bar', 'foo']) {
      await target.fill(refused);
      await desk.press('Enter');
      await link.getByText('Give an address such as').waitFor();
    }
    await target.fill('example.com');
    await desk.press('Enter');
    await link.waitFor({ state: 'hidden' });
    assert.equal(await outline(), '<p: <a https://example.com: words>>');
    await desk.use('Link');
    await target.fill('first');
    await link.getByRole('option', { name: 'First' }).click();
    await link.waitFor({ state: 'hidden' });
    assert.equal(await outline(), `<p: <entryLink ${first.id}: words>>`);
    await desk.press('End');
    await desk.use('Insert', 'Inline entry');
    await desk.use('Insert', 'Picture or file');
    await desk.use('Insert', 'Entry');
    await desk.use('Insert', 'Line');
    assert.equal(
      await outline(),
      `<p: <entryLink ${first.id}: words><entryInline ${first.id}>>\n<assetBlock ${picture.id}>\n<entryBlock ${first.id}>\n<hr>\n<p>`,
    );
    await save();
    await desk.press('Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z');
    await desk.press('Control+Shift+z');
    assert.match(await outline(), /^<p: /);
  });

  it('works on tables: rows, columns, header, merged cells', async () => {
    await desk.show();
    await desk.use('Insert', 'Table');
    await desk.type('a');
    await desk.use('Table', 'Insert row above');
    await desk.use('Table', 'Insert column after');
    await desk.use('Table', 'Delete row');
    await desk.use('Table', 'Delete column');
    await desk.use('Table', 'Header row');
    const [table] = (await desk.blocks()) as { content: { content: Json[] }[] }[];
    assert.deepEqual(
      table?.content.map(({ content }) => content.map(({ type }) => type)),
      [Array(3).fill('tableHeader'), Array(3).fill('tableCell'), Array(3).fill('tableCell')],
    );
    await desk.page.locator('td').nth(0).click();
    await desk.press('Shift+ArrowRight');
    await desk.use('Table', 'Merge cells');
    assert.match(await outline(), /<td 2: /);
    await save();
    await desk.use('Table', 'Split cell');
    await desk.use('Table', 'Delete table');
    assert.equal(await desk.value(), null);
  });

  for (const { file, blocks, pictures = false } of CLIPBOARDS) {
    it(`cleans what is pasted: ${file}`, async () => {
      await desk.show();
      await desk.write();
      await desk.paste({ 'text/html': readFileSync(join(CLIPBOARD, file), 'utf8') });
      assert.deepEqual((await outline()).split('\n<').join('\u0000<').split('\u0000'), blocks);
      assert.equal(await desk.page.getByRole('status').count(), pictures ? 1 : 0);
      await save();
    });
  }

  it('cleans what is pasted before there is anything to clean with', async () => {
    await desk.show();
    const html = '<p style="font-weight: bold">High</p><p>\u00a0</p><script>water</script>';
    await desk.page.evaluate(`{
      document.querySelector('.ProseMirror').focus();
      room.paste(${JSON.stringify({ 'text/html': html })});
    }`);
    await desk.page.getByText('High').waitFor();
    assert.equal(await outline(), '<p: <b: High>>');
    await desk.show();
    await desk.page.evaluate(`{
      document.querySelector('.ProseMirror').focus();
      room.paste(${JSON.stringify({ 'text/plain': '## High\n\n```\na  b\n```' })});
    }`);
    await desk.page.getByRole('heading', { name: 'High' }).waitFor();
    assert.equal(await outline(), '<heading 2: High>\n<pre: a  b>');
  });

  it('reads Markdown, keeps other text as lines, and links what is selected to an address', async () => {
    await desk.show();
    await desk.write();
    await desk.paste({ 'text/plain': '# Title\n\n- a\n  - **b**\n\n| x | y |\n|---|---|\n| 1 | 2 |' });
    const table = '<table: <tr: <th: x><th: y>><tr: <td: 1><td: 2>>>';
    assert.equal(await outline(), `<heading 1: Title>\n<ul: <li: <p: a><ul: <li: <b: b>>>>>\n${table}`);
    await desk.show();
    await desk.write();
    await desk.paste({ 'text/plain': '> one\n> two *it* ~~no~~\n\n1. a\n2. b\n\n```ts\nc\n\nd\n```\n\n---\n\nlast' });
    const quote = '<quote: one two <i: it> <s: no>>';
    assert.equal(await outline(), `${quote}\n<ol: <li: a><li: b>>\n<pre ts: c\n\nd>\n<hr>\n<p: last>`);
    await desk.show();
    await desk.write();
    await desk.paste({ 'text/plain': 'one\r\n\r\n2 * 3 * 4' });
    assert.equal(await outline(), '<p: one>\n<p: 2 * 3 * 4>');
    await desk.press('Shift+Home');
    await desk.untilSelected();
    await desk.paste({ 'text/plain': 'https://example.com/a' });
    assert.equal(await outline(), '<p: one>\n<p: <a https://example.com/a: 2 * 3 * 4>>');
  });

  it('pastes only what the field allows', async () => {
    await desk.show({ nodes: ['bulletList'], marks: ['bold'] });
    await desk.write();
    await desk.paste({ 'text/html': readFileSync(join(CLIPBOARD, 'google-docs.html'), 'utf8') });
    assert.match(await outline(), /^<p: Tides>\n<p: The <b: moon> pulls water1 always, see the moon\.>\n<ul: /);
    assert.match(await outline(), /<ul: <li: Wait>>\n<p: Day \| High>\n<p: Mon \|>$/);
    assert.equal(await desk.page.getByRole('toolbar').getByRole('button', { name: 'Italic' }).count(), 0);
    await desk.press('Enter');
    await desk.type('## *no*');
    assert.match(await outline(), /<p: ## \*no\*>$/);
  });

  it('uploads pictures that are pasted, alone or among words, and says where one could not be', async () => {
    await desk.show({ uploads: [asset('one'), asset('two')] });
    await desk.write();
    await desk.paste({ 'text/html': `<p>before</p><p><img alt="A map" src="${PIXEL}"></p><p>after</p>` });
    await desk.page.locator('.card').waitFor();
    assert.equal(await outline(), '<p: before>\n<assetBlock one>\n<p: after>');
    await desk.press('Control+z');
    assert.equal(await desk.value(), null);
    await desk.press('Control+Shift+z');
    assert.equal(await outline(), '<p: before>\n<assetBlock one>\n<p: after>');
    await desk.page.evaluate('room.pasteFile("shot.png", "image/png")');
    await desk.page.locator('.card').nth(1).waitFor();
    assert.deepEqual(await desk.page.evaluate('room.uploaded'), ['A map.png: A map', 'shot.png']);
    await desk.page.evaluate('room.pasteFile("third.png", "image/png")');
    await desk.page.getByText('The disk is full.').waitFor();
    assert.equal(await outline(), '<p: before>\n<assetBlock one>\n<p: after>\n<assetBlock two>');
  });

  it('shows a picture at once that is pasted, with how much of it was sent', async () => {
    await desk.show({ uploads: [asset('one')], isHeld: true });
    await desk.write();
    await desk.page.evaluate('room.pasteFile("shot.png", "image/png")');
    const bar = desk.page.getByRole('progressbar');
    assert.equal(await desk.page.evaluate("document.querySelector('progress').value"), 0.5);
    await bar.waitFor();
    assert.match((await desk.page.locator('.pending img').getAttribute('src')) ?? '', /^blob:/);
    await desk.page.evaluate('room.goOn()');
    await bar.waitFor({ state: 'hidden' });
    assert.equal(await outline(), '<assetBlock one>');
  });

  it('shows pictures with their room, caption and alternative text, and leads to one that has none', async () => {
    const src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"/>';
    const picture = { src, width: 1200, height: 800, color: '#1c3d5a', caption: '' };
    const card = { title: 'light.png', detail: 'image/png', status: null };
    const cards = {
      one: { ...card, picture: { ...picture, alt: 'A lighthouse', caption: 'The old light' } },
      two: { ...card, picture: { ...picture, alt: '' } },
      pdf: { title: 'Tables', detail: 'PDF', status: null, kind: 'PDF' },
    };
    const blocks = Object.keys(cards).map((id) => ({ type: 'assetBlock', attrs: { asset: asset(id) } }));
    await desk.show({ cards, value: doc(...blocks) });
    const image = desk.page.getByRole('img', { name: 'A lighthouse' });
    const [box, text] = [await image.boundingBox(), await desk.page.locator('.ProseMirror').boundingBox()];
    assert.ok(box && text && Math.abs(box.width - text.width) < 1, JSON.stringify([box, text]));
    assert.ok(Math.abs(box.height - (box.width * 2) / 3) < 1, JSON.stringify(box));
    await desk.page.getByText('The old light').waitFor();
    await desk.page.locator('.card-sign', { hasText: 'PDF' }).waitFor();
    await desk.page.getByRole('button', { name: 'No alternative text' }).click();
    assert.deepEqual(await desk.page.evaluate('room.opened'), [asset('two')]);
  });

  it('keeps what is being composed beside a value that comes from outside meanwhile, and gives what it shows', async () => {
    await desk.show({ value: doc(paragraph('one ')) });
    await desk.write();
    const protocol = await desk.page.context().newCDPSession(desk.page);
    const compose = (text: string) =>
      protocol.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    // Later than what waits for the end of the composition.
    await desk.page.evaluate(`{
      const after = () => setTimeout(() => document.body.setAttribute('data-composed', ''), 200);
      document.addEventListener('compositionend', after, { once: true });
    }`);
    await compose('に');
    await desk.page.evaluate(`room.give(${JSON.stringify(doc(paragraph('theirs')))})`);
    await compose('にほ');
    await protocol.send('Input.insertText', { text: '日本' });
    await desk.page.locator('body[data-composed]').waitFor();
    // Theirs stands beside it unless the page has answered the composition with another value first, as drafts merge it too.
    const shown = await outline();
    assert.match(shown, /^(?:<p: theirs>\n)?<p: one 日本>$/);
    await desk.type('!');
    assert.equal(await outline(), shown.replace('日本', '日本!'));
    assert.deepEqual((await desk.blocks()).at(-1), paragraph('one 日本!'));
    await protocol.detach();
  });

  it('takes a value from outside, with the caret and what can be undone as they were', async () => {
    await desk.show({ value: doc(paragraph('one'), paragraph('two')) });
    await desk.write();
    await desk.type('!');
    await desk.page.evaluate(
      `room.give(${JSON.stringify(doc(paragraph('ONE'), paragraph('zero'), paragraph('two!')))})`,
    );
    await desk.page.getByText('zero').waitFor();
    await desk.type('?');
    assert.equal(await outline(), '<p: ONE>\n<p: zero>\n<p: two!?>');
    await desk.press('Control+z');
    assert.equal(await outline(), '<p: ONE>\n<p: zero>\n<p: two>');
  });

  it('shows where the link at the caret leads, and changes and removes it there', async () => {
    const linked = { type: 'text', text: 'the tables', marks: [{ type: 'link', attrs: { href: '/healthz' } }] };
    await desk.show({ value: doc({ type: 'paragraph', content: [{ type: 'text', text: 'See ' }, linked] }) });
    await desk.write();
    const preview = desk.page.getByRole('group', { name: 'Link' });
    const visit = preview.getByRole('button', { name: 'Visit /healthz' });
    assert.equal(new URL(await addressInNewTab(desk.page, () => visit.click())).pathname, '/healthz');
    await desk.press('Control+k');
    const link = desk.page.getByRole('dialog', { name: 'Change link' });
    assert.equal(await link.getByRole('combobox').inputValue(), '/healthz');
    await link.getByRole('combobox').fill('ann@example.com');
    await desk.press('Enter');
    assert.equal(await outline(), '<p: See <a mailto:ann@example.com: the tables>>');
    // Escape leaves the text as it is, and the focus in it.
    await desk.press('Control+k', 'Escape');
    await preview.waitFor();
    await desk.page.locator('.ProseMirror:focus').waitFor();
    await desk.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await desk.select(1, 2);
    await desk.page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await desk.press('End');
    await preview.getByRole('button', { name: 'Remove' }).click();
    assert.equal(await outline(), '<p: See the tables>');
    await desk.type('!');
    assert.equal(await outline(), '<p: See the tables!>');
  });

  it('offers what can be made of selected words beside them, by pointer and keyboard, and not by touch', async () => {
    await desk.show({ value: doc(paragraph('one tide')), marks: ['bold', 'link'] });
    const text = desk.page.locator('.ProseMirror p');
    const menu = desk.page.getByRole('toolbar', { name: 'Selected text' });
    await text.dblclick({ position: { x: 10, y: 10 } });
    await menu.getByRole('button', { name: 'Bold' }).waitFor();
    assert.equal(await menu.getByRole('button', { name: 'Italic' }).count(), 0);
    const [line, box] = [await text.boundingBox(), await menu.boundingBox()];
    assert.ok(line && box && (box.y >= line.y + line.height || box.y + box.height <= line.y));
    await desk.press('Alt+F10', 'ArrowRight', 'Enter');
    assert.match(await outline(), /<b: /);
    await desk.press('Control+Home', 'Shift+End');
    await menu.waitFor();
    await desk.page.evaluate(`document.querySelector('.ProseMirror').dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))`);
    await menu.waitFor({ state: 'hidden' });
  });

  it('keeps its toolbar in sight, in one line that scrolls sideways and shows so', async () => {
    await desk.page.setViewportSize({ width: 360, height: 640 });
    await desk.show({ value: doc(...Array.from({ length: 40 }, (_, at) => paragraph(`Block ${at}`))) });
    await desk.write();
    const bar = desk.page.getByRole('toolbar', { name: 'Formatting' });
    const box = await bar.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 640 && box.height < 48, JSON.stringify(box));
    assert.equal(await bar.locator('..').getAttribute('data-more'), 'end');
    await desk.press('Alt+F10', 'End');
    await until(async () => (await bar.locator('..').getAttribute('data-more')) === 'start');
    assert.ok((await desk.page.evaluate<number>('document.documentElement.scrollWidth')) <= 360);
    await desk.page.setViewportSize({ width: 1280, height: 720 });
  });

  it('groups what a slash offers, finds it by what is typed, and says where nothing is found', async () => {
    await desk.show();
    await desk.write();
    await desk.type('/');
    const menu = desk.page.getByRole('listbox', { name: 'Insert' });
    for (const group of ['Text', 'Lists and quotes', 'Insert'])
      await menu.getByRole('group', { name: group }).waitFor();
    await desk.type('quo');
    assert.equal(await menu.getByRole('option').count(), 1);
    await desk.type('zz');
    await desk.page.getByText('No results for “quozz”. Press Esc to close.').waitFor();
    await desk.press('Escape', 'Enter');
    await desk.type('/');
    await desk.press('ArrowUp', 'ArrowUp');
    const active = await desk.page.getByRole('combobox').getAttribute('aria-activedescendant');
    assert.equal(await desk.page.locator(`[id="${active}"]`).textContent(), 'Table');
    await desk.press('Escape');
  });

  it('fills the window with the text, its length and its outline, which marks missing levels', async () => {
    const heading = (level: number, text: string) => ({
      type: 'heading',
      attrs: { level },
      content: [{ type: 'text', text }],
    });
    const long = Array.from({ length: 30 }, () => paragraph('The tide comes in and goes out again, twice a day.'));
    await desk.show({ value: doc(heading(1, 'One'), ...long, heading(3, 'Two'), ...long, heading(2, 'Three')) });
    await desk.page.getByText('663 words · 3 min to read').waitFor();
    await desk.use('Full screen');
    const full = desk.page.getByRole('dialog', { name: 'Body' });
    await full.getByText('Saved').waitFor();
    const box = await full.boundingBox();
    assert.deepEqual([box?.x, box?.y, box?.height], [0, 0, desk.page.viewportSize()?.height]);
    const outline = full.getByRole('navigation', { name: 'Outline' }).getByRole('button');
    assert.deepEqual(await outline.allInnerTexts(), ['One', 'Two\nSkips a level', 'Three']);
    await outline.last().click();
    await desk.page.locator('.ProseMirror:focus').waitFor();
    await desk.press('End');
    await desk.type('!');
    await desk.type(' /');
    const menu = full.getByRole('listbox', { name: 'Insert' });
    const [menuBox, lineBox] = [await menu.boundingBox(), await full.locator('h2').boundingBox()];
    assert.ok(
      menuBox &&
        lineBox &&
        Math.min(...[menuBox.y - lineBox.y - lineBox.height, lineBox.y - menuBox.y - menuBox.height].map(Math.abs)) <
          48,
    );
    await desk.press('Escape');
    assert.equal(await full.count(), 1);
    await desk.press('Escape');
    await full.waitFor({ state: 'hidden' });
    assert.match(JSON.stringify((await desk.blocks()).at(-1)), /Three! \//);
    await desk.use('Outline', 'One');
    assert.ok(await desk.page.getByRole('heading', { name: 'One' }).isVisible());
  });

  it('opens links of a text to read beside Studio, and those to entries in it', async () => {
    const linked = (text: string, mark: Json) => ({ type: 'text', text, marks: [mark] });
    const links = [
      linked('elsewhere', { type: 'link', attrs: { href: '/healthz' } }),
      linked('first', { type: 'entryLink', attrs: { entry: entry('first') } }),
    ];
    await desk.show({ readOnly: true, value: doc({ type: 'paragraph', content: links }) });
    const address = desk.page.url();
    const beside = await addressInNewTab(desk.page, () => desk.page.getByText('elsewhere').click());
    assert.equal(new URL(beside).pathname, '/healthz');
    await desk.page.getByText('first').click();
    assert.deepEqual(await desk.page.evaluate('room.opened'), [entry('first')]);
    assert.equal(desk.page.url(), address);
  });

  it('can be used by everybody: text, toolbar, menu, dialog, right to left', async () => {
    const value = doc(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Tides' }] },
      { type: 'codeBlock', content: [{ type: 'text', text: 'let a;' }] },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph('Day')] }] }],
      },
      { type: 'entryBlock', attrs: { entry: entry('first') } },
      { type: 'poll', content: [paragraph('Which?')] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'A ' },
          { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: '/a' } }] },
          { type: 'text', text: ' in a sentence.' },
        ],
      },
    );
    const cards = { first: { title: 'First', detail: 'Note', status: 'Draft' } };
    await desk.show({ value, cards, invalid: true });
    await desk.write();
    await requireAccessible(desk.page, 'rich-text', viewsInTurn(0));
    await desk.use('Full screen');
    await requireAccessible(desk.page, 'rich-text-full', viewsInTurn(1));
    await desk.use('Leave full screen');
    await desk.page.locator('.ProseMirror:focus').waitFor();
    await desk.press('Alt+F10', 'ArrowRight', 'End', 'ArrowRight', 'ArrowRight');
    assert.equal(await desk.page.locator(':focus').getAttribute('aria-label'), 'Bold');
    await desk.show({ direction: 'rtl' });
    await desk.write();
    await desk.type('/');
    await desk.press('ArrowDown');
    const box = desk.page.getByRole('combobox');
    const active = await box.getAttribute('aria-activedescendant');
    assert.match((await desk.page.locator(`[id="${active}"]`).textContent()) ?? '', /^Heading 1/);
    await requireAccessible(desk.page, 'rich-text-menu', viewsInTurn(1));
    await desk.press('Escape', 'Control+k');
    await desk.page.getByRole('dialog').getByRole('combobox').waitFor();
    await requireAccessible(desk.page, 'rich-text-link', viewsInTurn(2));
    await desk.press('Escape');
    await desk.page.locator('.ProseMirror:focus').waitFor();
    await desk.type('words');
    await desk.page.locator('.ProseMirror', { hasText: 'words' }).waitFor();
    await desk.select(2, 6);
    await desk.page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await requireAccessible(desk.page, 'rich-text-selected', viewsInTurn(3));
  });
});
