/** The arithmetic of resizing, by examples and for any size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FramingOptions, framingOf, resultSize } from './framing.ts';

const photo = { width: 600, height: 400 };
const options: FramingOptions = { width: null, height: null, fit: 'cover', focus: null };

test('one side keeps the aspect ratio', () => {
  assert.deepEqual(resultSize(framingOf(photo, { ...options, width: 300 })), { width: 300, height: 200 });
  assert.deepEqual(resultSize(framingOf(photo, { ...options, height: 100 })), { width: 150, height: 100 });
});

test('nothing is enlarged, and the requested aspect ratio stays', () => {
  assert.deepEqual(resultSize(framingOf(photo, { ...options, width: 900 })), photo);
  assert.deepEqual(resultSize(framingOf(photo, { ...options, width: 900, height: 900 })), { width: 400, height: 400 });
  assert.deepEqual(framingOf(photo, { ...options, width: 1200, height: 1200, fit: 'contain' }), {
    scaled: photo,
    cut: null,
    canvas: { width: 600, height: 600 },
  });
});

test('cover crops around the focus, as far as the image reaches', () => {
  const square = { ...options, width: 200, height: 200 };
  const cut = (x: number) => framingOf(photo, { ...square, focus: { x, y: 0.5 } }).cut?.left;
  assert.deepEqual([cut(0), cut(0.5), cut(0.6), cut(1)], [0, 50, 80, 100]);
  assert.equal(framingOf(photo, square).cut?.left, 50);
});

test('contain puts the whole image on a canvas', () => {
  assert.deepEqual(framingOf(photo, { ...options, width: 300, height: 300, fit: 'contain' }), {
    scaled: { width: 300, height: 200 },
    cut: null,
    canvas: { width: 300, height: 300 },
  });
});

test('inside exceeds neither side', () => {
  assert.deepEqual(framingOf(photo, { ...options, width: 300, height: 300, fit: 'inside' }).scaled, {
    width: 300,
    height: 200,
  });
});

const side = fc.integer({ min: 1, max: 10_000 });
const sizes = fc.record({ width: side, height: side });
const allOptions = fc.record({
  width: fc.option(side),
  height: fc.option(side),
  fit: fc.constantFrom('cover', 'contain', 'inside'),
  focus: fc.option(
    fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
});

test('any result can be made and is no larger than requested', () => {
  fc.assert(
    fc.property(sizes, allOptions, (original, options) => {
      const framing = framingOf(original, options);
      const { scaled, cut, canvas } = framing;
      const result = resultSize(framing);
      for (const size of [scaled, result])
        assert.ok(size.width >= 1 && size.height >= 1 && Number.isInteger(size.width));
      assert.ok(
        result.width <= (options.width ?? original.width) && result.height <= (options.height ?? original.height),
      );
      if (cut !== null) {
        assert.ok(cut.left >= 0 && cut.top >= 0);
        assert.ok(cut.left + cut.width <= scaled.width && cut.top + cut.height <= scaled.height);
      }
      if (canvas !== null) assert.ok(canvas.width >= scaled.width && canvas.height >= scaled.height);
    }),
  );
});
