/** The media library over HTTP: files are uploaded, described, replaced, delivered and deleted. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import sharp from 'sharp';
import { Actor } from '../../../../testing/src/client.ts';
import { addTypes, createEntry, magazine, makeKey } from '../../../../testing/src/given.ts';
import { fetchFile, filesUnderWay, onEachStorage, sendForm, upload } from './storages.ts';

const NOTES = { name: 'notes.txt', bytes: 'Some notes.', type: 'text/html' };
const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

onEachStorage('the media library', (stage) => {
  let picture: Buffer;
  before(async () => {
    const { scene } = stage;
    await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
    await addTypes(scene, magazine);
    // Uploads are compared byte by byte here.
    await scene.owner.patch(scene.space, { strip_metadata: false }, 200);
    picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02040' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
  });

  it('takes a file with everything that is said of it', async () => {
    const { scene, url } = stage;
    const response = await upload(scene, { name: 'Häfen & "more".jpg', bytes: picture, type: 'text/html' }, [
      ['title', '{"en-US": "Harbour", "de": "Hafen"}'],
      ['alt', 'Boats'],
      ['key', 'harbour'],
      ['focal_point', '{"x": 0.25, "y": 1}'],
      ['tags', 'sea, boats,sea'],
    ]);
    assert.equal(response.status, 201, String(response));
    const id = response.string('id');
    assert.match(id, /^ast_[a-z0-9]{6}_harbour$/);
    assert.equal(response.headers.etag, '"1"');
    const {
      url: address,
      dominant_color: color,
      placeholder,
      created_at,
      updated_at,
      created_by,
      ...rest
    } = response.json as Record<string, unknown>;
    assert.deepEqual(rest, {
      id,
      key: 'harbour',
      space_id: scene.spaceId,
      environment: 'master',
      title: { 'en-US': 'Harbour', de: 'Hafen' },
      description: {},
      alt: { 'en-US': 'Boats' },
      file_name: 'Häfen & "more".jpg',
      mime_type: 'image/jpeg',
      size: picture.length,
      width: 40,
      height: 60,
      focal_point: { x: 0.25, y: 1 },
      tags: ['sea', 'boats'],
      version: 1,
      updated_by: created_by,
    });
    assert.equal(created_at, updated_at);
    assert.match(String(color), /^#[0-9a-f]{6}$/);
    assert.match(String(placeholder), /^data:image\//);
    const name = encodeURIComponent('Häfen & "more".jpg');
    assert.equal(address, `${url}/assets/${id}/${hashOf(picture)}/${name}`);
    assert.deepEqual((await scene.owner.get(`/media/${id}`, 200)).json, response.json);
    assert.deepEqual(filesUnderWay(stage), []);
  });

  it('sends the file to whoever has its address', async () => {
    const { scene } = stage;
    const address = (await scene.owner.get(`/media/${await idOf('harbour')}`, 200)).string('url');
    const file = await fetchFile(address);
    assert.equal(file.status, 200);
    assert.ok(file.bytes.equals(picture));
    const { headers } = file;
    assert.equal(headers['content-type'], 'image/jpeg');
    assert.equal(headers['content-length'], String(picture.length));
    assert.equal(headers.etag, `"${hashOf(picture)}"`);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers['content-disposition'], undefined);
    const head = await fetchFile(address, { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.bytes.length, head.headers['content-length']],
      [200, 0, String(picture.length)],
    );
    const known = await fetchFile(address, { headers: { 'if-none-match': `W/"x", ${headers.etag}` } });
    assert.deepEqual([known.status, known.bytes.length], [304, 0]);
  });

  it('sends a part of a file', async () => {
    const { scene } = stage;
    const address = (await scene.owner.get(`/media/${await idOf('harbour')}`, 200)).string('url');
    const { length } = picture;
    const part = await fetchFile(address, { headers: { range: 'bytes=10-19' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers['content-range'], `bytes 10-19/${length}`);
    assert.ok(part.bytes.equals(picture.subarray(10, 20)));
    const end = await fetchFile(address, { headers: { range: 'bytes=-5' } });
    assert.ok(end.bytes.equals(picture.subarray(-5)));
    const none = await fetchFile(address, { headers: { range: `bytes=${length}-` } });
    assert.deepEqual([none.status, none.headers['content-range']], [416, `bytes */${length}`]);
    const many = await fetchFile(address, { headers: { range: `bytes=${'0-0,'.repeat(1_000)}1-1` } });
    assert.deepEqual([many.status, many.bytes.length], [200, length]);
    const other = await fetchFile(address, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } });
    assert.equal(other.status, 200);
  });

  it('sends what a browser could run to be saved, by its bytes and not by its name', async () => {
    const { scene } = stage;
    const page = await upload(scene, {
      name: 'cat.jpg',
      bytes: '<!doctype html><script>1</script>',
      type: 'image/jpeg',
    });
    assert.equal(page.at('mime_type'), 'text/html', String(page));
    const file = await fetchFile(page.string('url'));
    assert.match(
      String(file.headers['content-disposition']),
      /^attachment; filename="cat.jpg"; filename\*=UTF-8''cat.jpg$/,
    );
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 2"><script>1</script><path d="M0 0"/></svg>`;
    const svg = await upload(scene, { name: 'a.svg', bytes: drawing });
    const cleaned = await fetchFile(svg.string('url'));
    assert.equal(cleaned.headers['content-type'], 'image/svg+xml');
    assert.match(String(cleaned.headers['content-disposition']), /^attachment/);
    assert.ok(cleaned.bytes.includes('<path') && !cleaned.bytes.includes('script'));
    assert.equal(svg.at('size'), cleaned.bytes.length);
    assert.equal(cleaned.headers.etag, `"${hashOf(cleaned.bytes)}"`);
  });

  it('answers images in other sizes', async () => {
    const { scene } = stage;
    const address = (await scene.owner.get(`/media/${await idOf('harbour')}`, 200)).string('url');
    const small = await fetchFile(`${address}?w=20&fm=webp`);
    assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/webp']);
    const { width, height } = await sharp(small.bytes).metadata();
    assert.deepEqual([width, height], [20, 30]);
    assert.equal(
      (await fetchFile(`${address}?w=20&fm=webp`, { headers: { 'if-none-match': small.headers.etag } })).status,
      304,
    );
    assert.equal((await fetchFile(`${address}?w=20&fm=webp`, { method: 'HEAD' })).bytes.length, 0);
    assert.equal((await fetchFile(`${address}?w=-1`)).status, 422);
    const ages = await Promise.all(
      ['w=20', 'w=20&h=20', 'w=20&h=20&fp=0,0'].map(
        async (search) => (await fetchFile(`${address}?${search}`)).headers['cache-control'],
      ),
    );
    assert.deepEqual(ages, [
      'public, max-age=31536000, immutable',
      'public, max-age=300',
      'public, max-age=31536000, immutable',
    ]);
    const auto = await fetchFile(`${address}?w=20&fm=auto`, { headers: { accept: 'image/webp,*/*' } });
    assert.deepEqual([auto.headers['content-type'], auto.headers.vary], ['image/webp', 'Accept']);
  });

  it('takes the file before the fields too', async () => {
    const { scene } = stage;
    const form = [
      ['file', NOTES],
      ['title', 'Notes'],
      ['key', 'file-first'],
    ] as const;
    const response = await sendForm(scene.owner, `${scene.base}/media`, form);
    assert.deepEqual(
      [response.status, response.at('title.en-US'), response.at('mime_type')],
      [201, 'Notes', 'text/plain'],
    );
  });

  it('delivers what it holds, also to entries that link to it', async () => {
    const { scene } = stage;
    const id = await idOf('harbour');
    const { url, dominant_color, placeholder } = (await scene.owner.get(`/media/${id}`, 200)).json as Record<
      string,
      string
    >;
    const delivered = await scene.delivery.get(`${scene.read}/assets/harbour?locale=de`, 200);
    const { created_at, updated_at, ...rest } = delivered.json as Record<string, unknown>;
    assert.deepEqual(rest, {
      id,
      key: 'harbour',
      title: 'Hafen',
      description: null,
      alt: 'Boats',
      file_name: 'Häfen & "more".jpg',
      mime_type: 'image/jpeg',
      size: picture.length,
      width: 40,
      height: 60,
      focal_point: { x: 0.25, y: 1 },
      dominant_color,
      placeholder,
      url,
    });
    assert.equal(created_at, updated_at);
    const fields = { title: 'Sea', image: 'harbour' };
    const entry = await createEntry(scene.owner, scene.base, { content_type_id: 'article', fields });
    await scene.owner.post(`/entries/${entry}/publish`, undefined, 200);
    const read = await scene.delivery.get(`${scene.read}/entries/${entry}?locale=de`, 200);
    assert.deepEqual(read.at('includes.assets.0'), delivered.json);
    const references = await scene.owner.get(`/media/${id}/references`, 200);
    assert.deepEqual(references.each('items', 'id'), [entry]);
    assert.deepEqual(references.at('items.0.in'), ['draft', 'published']);
    const images = await scene.preview.get(`${scene.read}/assets?mime_type=image/*&q=hafen&locale=de`, 200);
    assert.deepEqual(images.each('items', 'key'), ['harbour']);
  });

  it('lists what it holds for editors', async () => {
    const { scene } = stage;
    const list = await scene.owner.get(`${scene.base}/media?mime_type=image/jpeg&q=boats`, 200);
    assert.deepEqual([list.at('total'), list.at('items.0.key'), list.at('items.0.version')], [1, 'harbour', 1]);
    const first = await scene.owner.get(`${scene.base}/media?limit=1&order=created_at`, 200);
    assert.match(String(first.headers.link), /rel="next"/);
    assert.equal((await scene.owner.get(`${scene.base}/media?colour=red`)).status, 422);
  });

  it('changes texts, merging them, and nothing else', async () => {
    const { scene } = stage;
    const made = await upload(scene, NOTES, [
      ['title', '{"en-US": "One", "de": "Eins"}'],
      ['tags', '["a,b"]'],
    ]);
    const path = `/media/${made.string('id')}`;
    const same = await scene.owner.patch(path, { title: { 'en-US': 'One' }, tags: ['a,b'] }, 200);
    assert.equal(same.at('version'), 1, 'nothing changed');
    const changed = await scene.owner.patch(path, { title: { de: null }, alt: 'Text', version: 1 }, 200);
    assert.deepEqual(
      [changed.at('title'), changed.at('alt'), changed.at('version'), changed.at('url')],
      [{ 'en-US': 'One' }, { 'en-US': 'Text' }, 2, made.at('url')],
    );
    const late = await scene.owner.patch(path, { alt: 'Late' }, 409, { 'if-match': '"1"' });
    assert.equal(late.at('detail.code'), 'version_conflict');
    const bare = await scene.owner.patch(path, { title: null, tags: null }, 200);
    assert.deepEqual([bare.at('title'), bare.at('tags')], [{}, []]);
    const read = await scene.delivery.get(`${scene.read}/assets/${made.string('id')}`, 200);
    assert.deepEqual([read.at('title'), read.at('alt')], [null, 'Text']);
  });

  it('replaces a file under a new address, and lets the old one live on', async () => {
    const { scene } = stage;
    const made = await upload(scene, NOTES, [['title', 'Kept']]);
    const path = `/media/${made.string('id')}`;
    const form = [
      ['file', { name: 'new.txt', bytes: 'Other notes.' }],
      ['version', '1'],
    ] as const;
    const replaced = await sendForm(scene.owner, path, form, 'PATCH');
    assert.equal(replaced.status, 200, String(replaced));
    assert.deepEqual([replaced.at('version'), replaced.at('size'), replaced.at('title.en-US')], [2, 12, 'Kept']);
    assert.notEqual(replaced.string('url'), made.string('url'));
    assert.equal((await fetchFile(replaced.string('url'))).bytes.toString(), 'Other notes.');
    assert.equal((await fetchFile(made.string('url'))).bytes.toString(), 'Some notes.');
    const again = await sendForm(scene.owner, path, form.slice(0, 1), 'PATCH');
    assert.deepEqual([again.status, again.at('version')], [200, 2], 'the same file changes nothing');
    const stale = await sendForm(scene.owner, path, form, 'PATCH');
    assert.equal(stale.at('detail.code'), 'version_conflict');
    const back = await sendForm(scene.owner, path, [['file', NOTES]], 'PATCH');
    assert.equal(back.string('url'), made.string('url'));
    assert.equal((await fetchFile(back.string('url'))).bytes.toString(), 'Some notes.');
    assert.equal((await fetchFile(replaced.string('url'))).status, 200);
    assert.deepEqual(filesUnderWay(stage), []);
  });

  it('deletes an asset and its address', async () => {
    const { scene } = stage;
    const made = await upload(scene, { name: 'gone.txt', bytes: 'Soon gone.' }, [['key', 'gone']]);
    const path = `/media/${made.string('id')}`;
    assert.equal((await scene.owner.delete(path, 409, { 'if-match': '"7"' })).at('detail.code'), 'version_conflict');
    await scene.owner.delete(path, 204);
    await scene.owner.get(path, 404);
    await scene.owner.get(`${path}/references`, 404);
    await scene.delivery.get(`${scene.read}/assets/gone`, 404);
    assert.equal((await fetchFile(made.string('url'))).status, 404);
    assert.equal((await upload(scene, NOTES, [['key', 'gone']])).status, 201, 'the key is free again');
  });

  it('gives the file of then to who reads the past, and to nobody else', async () => {
    const { scene } = stage;
    const historian = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', history: true });
    const made = await upload(scene, { name: 'then.jpg', bytes: picture }, [['key', 'then']]);
    const seen = await scene.delivery.get(`${scene.read}/assets/then`, 200);
    await scene.owner.delete(`/media/${made.string('id')}`, 204);
    const path = `${scene.read}/assets/then?as_of=${seen.headers['x-cms-revision']}`;
    assert.equal((await fetchFile(made.string('url'))).status, 404);
    const address = (await historian.get(path, 200)).string('url');
    assert.equal((await scene.preview.get(path, 200)).string('url'), address);
    const file = await fetchFile(address);
    assert.equal(file.status, 200);
    assert.ok(file.bytes.equals(picture));
    assert.equal(file.headers['cache-control'], 'private, max-age=300');
    const small = await fetchFile(`${address}?w=20&h=20&fm=png`);
    assert.deepEqual([small.status, small.headers['cache-control']], [200, 'private, max-age=300']);
    const [, hash = '', signature = ''] = /([0-9a-f]{64})\.([\w-]+)/.exec(address) ?? [];
    const other = (await upload(scene, NOTES, [['key', 'then']])).string('url');
    const forged = [
      made.string('url'),
      address.replace(signature, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`),
      address.replace(signature, ''),
      address.replace(`${signature}/`, `${signature}./`),
      address.replace('then.jpg', 'then.jp'),
      other.replace(/[0-9a-f]{64}/, hash),
      other.replace(/[0-9a-f]{64}/, `${hash}.${signature}`),
    ];
    for (const one of forged) assert.equal((await fetchFile(one)).status, 404, one);
    assert.equal((await fetchFile(address)).status, 200, 'another asset took the key');
  });

  it('knows a file by its whole address alone', async () => {
    const { scene, url } = stage;
    const address = (await upload(scene, NOTES)).string('url');
    const [, , , , id = '', hash = ''] = address.split('/');
    const wrong = [
      `${url}/assets/${id}/${hash}/other.txt`,
      `${url}/assets/${id}/${hash.replace(/^./, 'x')}/notes.txt`,
      `${url}/assets/${id.slice(0, -1)}/${hash}/notes.txt`,
      `${url}/assets/${id}/${hash}`,
      `${url}/assets/${id}/${hash}/..%2f..%2fnotes.txt`,
    ];
    for (const one of wrong) assert.equal((await fetchFile(one)).status, 404, one);
  });

  it('lets authors change what is their own', async () => {
    const { scene } = stage;
    const author = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'author' });
    const viewer = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'viewer' });
    const own = await upload(scene, NOTES, [], author);
    assert.equal(own.status, 201, String(own));
    await author.patch(`/media/${own.string('id')}`, { title: 'Mine' }, 200);
    const other = await idOf('harbour');
    assert.equal(
      (await author.patch(`/media/${other}`, { title: 'Mine' }, 403)).at('detail.permission'),
      'asset.update',
    );
    await author.delete(`/media/${other}`, 403);
    assert.equal((await upload(scene, NOTES, [], viewer)).status, 403);
    assert.equal((await upload(scene, NOTES, [], scene.delivery)).at('detail.code'), 'wrong_plane');
    assert.equal((await upload(scene, NOTES, [], new Actor(stage.url, null))).status, 401);
  });

  async function idOf(key: string): Promise<string> {
    return (await stage.scene.delivery.get(`${stage.scene.read}/assets/${key}`, 200)).string('id');
  }
});
