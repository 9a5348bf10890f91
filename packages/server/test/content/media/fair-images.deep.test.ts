/**
 * One space asks for many results of a huge image; the image of another one is made meanwhile, as soon as its own work
 * takes beside two busy processes.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { given } from '../../../../testing/src/given.ts';
import { onFirstEngine } from '../../../../testing/src/on-each-engine.ts';
import { blackPng } from '../hostile-files/png.ts';
import { fetchFile, upload } from './storages.ts';

const SIDE = 9_900;
const TRANSFORMS = 115;

onFirstEngine('images of several spaces', (stage) => {
  it('do not wait for those of one', { timeout: 120_000 }, async (context) => {
    const [greedy, other] = [await given(stage.url), await given(stage.url)];
    const huge = await upload(greedy, { name: 'huge.png', bytes: blackPng(SIDE, SIDE), type: 'image/png' });
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c02040' } })
      .jpeg()
      .toBuffer();
    const small = await upload(other, { name: 'small.jpg', bytes, type: 'image/jpeg' });
    const statuses: number[] = [];
    const asked = Array.from({ length: TRANSFORMS }, async (_, number) => {
      const { status } = await fetchFile(`${huge.string('url')}?w=${100 + number}`);
      statuses.push(status);
    });
    // One of them is done, so all of them wait.
    await Promise.race(asked);
    const doneBefore = statuses.filter((status) => status === 200).length;
    const startedAt = performance.now();
    assert.equal((await fetchFile(`${small.string('url')}?w=50`)).status, 200);
    const doneMeanwhile = statuses.filter((status) => status === 200).length - doneBefore;
    context.diagnostic(`${Math.round(performance.now() - startedAt)} ms, ${doneMeanwhile} huge ones meanwhile`);
    // The first job of another space also waits for its process to start.
    assert.ok(doneMeanwhile <= 6, `${doneMeanwhile} huge images were made before`);
    await Promise.all(asked);
    assert.ok(statuses.every((status) => status === 200 || status === 503));
    // One that is made while the others arrive leaves its place to one of them.
    const madeBefore = statuses.slice(0, statuses.lastIndexOf(503)).filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 503).length;
    assert.ok(refused >= TRANSFORMS - 32 - 3 - madeBefore, statuses.join());
  });
});
