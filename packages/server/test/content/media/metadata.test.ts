/** Places and names that cameras write into images leave with the upload, unless the space keeps them. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { fetchFile, onEachStorage, upload } from './storages.ts';

const CAMERA = 'Camera of a person';

onEachStorage('the metadata of images', (stage) => {
  let picture: Buffer;
  before(async () => {
    picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02040' } })
      .withExif({ IFD0: { Model: CAMERA }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
  });

  const kept = async (name: string): Promise<Buffer> => {
    const response = await upload(stage.scene, { name, bytes: picture, type: 'image/jpeg' });
    assert.equal(response.status, 201, String(response));
    assert.deepEqual([response.at('width'), response.at('height')], [40, 60]);
    const file = await fetchFile(response.string('url'));
    assert.equal(file.bytes.length, response.at('size'));
    return file.bytes;
  };

  it('is removed in a new space, but for the orientation', async () => {
    const { owner, space } = stage.scene;
    assert.equal((await owner.get(space, 200)).at('strip_metadata'), true);
    const bytes = await kept('new.jpg');
    assert.equal(bytes.includes(CAMERA), false);
    const { orientation, exif } = await sharp(bytes).metadata();
    assert.deepEqual([orientation, exif?.includes('GPS') ?? false], [6, false]);
  });

  it('stays where the space says so', async () => {
    const { owner, space } = stage.scene;
    const version = (await owner.get(space, 200)).at('version') as number;
    const changed = await owner.patch(space, { strip_metadata: false }, 200);
    assert.deepEqual([changed.at('strip_metadata'), changed.at('version')], [false, version + 1]);
    assert.equal((await owner.patch(space, { strip_metadata: false }, 200)).at('version'), version + 1);
    await owner.patch(space, { strip_metadata: 'no' }, 422);
    assert.deepEqual(await kept('kept.jpg'), picture);
    const other = await owner.post('/spaces', { name: 'Archive', strip_metadata: false }, 201);
    assert.equal(other.at('strip_metadata'), false);
    await owner.patch(space, { strip_metadata: true }, 200);
  });
});
