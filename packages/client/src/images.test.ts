/** Addresses of images in other sizes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { image, srcset } from './images.ts';

const url = 'https://cms.example.com/assets/ast_1_quay/9f86/quay%20a.jpg';
const photo = { url, mime_type: 'image/jpeg', width: 1_000, height: 500 };

describe('an image', () => {
  it('is asked for as it is wanted', () => {
    assert.equal(image(photo), url);
    assert.equal(
      image(photo, { w: 800, fit: 'cover', fp: { x: 0.5, y: 0.25 } }),
      `${url}?w=800&fit=cover&fp=0.5%2C0.25`,
    );
    assert.equal(image({ ...photo, url: '/assets/a.jpg' }, { w: 8 }), '/assets/a.jpg?w=8');
  });

  it('keeps its own address where the service makes no other size of it', () => {
    for (const mime_type of ['image/svg+xml', 'application/pdf', null]) {
      assert.equal(image({ ...photo, mime_type }, { w: 8 }), url);
      assert.equal(srcset({ ...photo, mime_type }, [8]), '');
    }
  });

  it('has a srcset that ends at its own width', () => {
    assert.equal(srcset(photo, [1_600, 400, 2_000]), `${url}?fm=auto&w=400 400w, ${url}?fm=auto&w=1000 1000w`);
    assert.equal(srcset(photo, [400], { ratio: 16 / 9, fm: 'webp' }), `${url}?fm=webp&w=400&h=225 400w`);
    assert.equal(srcset({ ...photo, width: null }, [2_000]), `${url}?fm=auto&w=2000 2000w`);
  });
});
